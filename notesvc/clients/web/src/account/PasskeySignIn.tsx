/** Signing in with a passkey: by a button, and among the browser's suggestions for the address field. */
import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { answer, api, type User } from "../api";
import { t } from "../i18n";
import { busy } from "../ui/busy";
import { FormError } from "./FormError";
import { canSuggest, errorOfPasskey, type Signed, signWithPasskey, stopAsking } from "./passkey";
import { showRestoredNotice } from "./restoredNotice";
import { usePasskeyPlace } from "./signInMethods";

/** What is to be signed is good for five minutes. */
const ANEW_AFTER = 4 * 60_000;

export function PasskeySignIn({ onUser }: { onUser: (user: User) => void }) {
  const place = usePasskeyPlace();
  return place === "here" ? <Offer onUser={onUser} /> : null;
}

function Offer({ onUser }: { onUser: (user: User) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const took = useRef(onUser);
  took.current = onUser;
  useSuggestions(!isAsking, (user) => took.current(user), setError);

  const ask = async () => {
    setAsking(true);
    setError(undefined);
    try {
      onUser(await enterWith(await signWithPasskey(await answer(api.POST("/api/auth/passkey/options")))));
    } catch (error) {
      setError(errorOf(error));
      setAsking(false);
    }
  };
  return (
    <div className="passkey-sign-in">
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={16} stroke={1.5} aria-hidden="true" />}
        {...busy(isAsking)}
        onClick={() => isAsking || void ask()}
      >
        {isAsking ? t("account.passkey.asking") : t("account.passkey.signIn")}
      </Button>
      <FormError text={error} />
    </div>
  );
}

async function enterWith(credential: Signed): Promise<User> {
  const { user, broughtBack } = await answer(api.POST("/api/auth/passkey", { body: { credential } }));
  if (broughtBack) showRestoredNotice();
  return user;
}

/** Nobody asked for suggestions: where there are none to be had, nothing is said. */
function useSuggestions(
  isOn: boolean,
  onUser: (user: User) => void,
  onError: (error?: string) => void,
): void {
  const told = useRef({ onUser, onError });
  told.current = { onUser, onError };
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    const suggest = async () => {
      const signed = await suggested(() => isOver).catch(() => undefined);
      if (signed === undefined || isOver) return;
      // One that was refused is not asked for again at once: an authenticator may answer by itself, each time the same.
      await enterWith(signed).then(told.current.onUser, (error) => told.current.onError(errorOf(error)));
    };
    void suggest();
    const anew = setInterval(suggest, ANEW_AFTER);
    return () => {
      isOver = true;
      clearInterval(anew);
      stopAsking();
    };
  }, [isOn]);
}

async function suggested(isOver: () => boolean): Promise<Signed | undefined> {
  if (!(await canSuggest()) || isOver()) return undefined;
  const options = await answer(api.POST("/api/auth/passkey/options"));
  return isOver() ? undefined : signWithPasskey(options, "conditional");
}

const errorOf = (error: unknown): string | undefined =>
  errorOfPasskey(error, { unauthenticated: t("account.passkey.refused") });
