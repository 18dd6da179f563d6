/** Signing in with a passkey: by a button, and among the browser's suggestions for the address field. */
import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { answer, api, Problem, type User } from "../api";
import { t } from "../i18n";
import { busy } from "../ui/busy";
import { tellBroughtBack } from "./broughtBack";
import { FormFault } from "./FormFault";
import { canSuggest, faultOfPasskey, type Signed, signWithPasskey, stopAsking } from "./passkey";
import { usePasskeyPlace } from "./ways";

/** What is to be signed is good for five minutes. */
const ANEW_AFTER = 4 * 60_000;

export function PasskeySignIn({ onUser }: { onUser: (user: User) => void }) {
  const place = usePasskeyPlace();
  return place === "here" ? <Offer onUser={onUser} /> : null;
}

function Offer({ onUser }: { onUser: (user: User) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const took = useRef(onUser);
  took.current = onUser;
  useSuggestions(!isAsking, (user) => took.current(user), setFault);

  const ask = async () => {
    setAsking(true);
    setFault(undefined);
    try {
      onUser(await enterWith(await signWithPasskey(await answer(api.POST("/api/auth/passkey/options")))));
    } catch (error) {
      setFault(faultOf(error));
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
      <FormFault text={fault} />
    </div>
  );
}

async function enterWith(credential: Signed): Promise<User> {
  const { user, broughtBack } = await answer(api.POST("/api/auth/passkey", { body: { credential } }));
  if (broughtBack) tellBroughtBack();
  return user;
}

/** Nobody asked for suggestions: where there are none to be had, nothing is said. */
function useSuggestions(
  isOn: boolean,
  onUser: (user: User) => void,
  onFault: (fault?: string) => void,
): void {
  const told = useRef({ onUser, onFault });
  told.current = { onUser, onFault };
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    const suggest = async () => {
      const signed = await suggested(() => isOver).catch(() => undefined);
      if (signed === undefined || isOver) return;
      // One that was refused is not asked for again at once: an authenticator may answer by itself, each time the same.
      await enterWith(signed).then(told.current.onUser, (error) => told.current.onFault(faultOf(error)));
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

function faultOf(error: unknown): string | undefined {
  const isRefused = error instanceof Problem && error.status === 401;
  return isRefused ? t("account.passkey.refused") : faultOfPasskey(error);
}
