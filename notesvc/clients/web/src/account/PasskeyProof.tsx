/** Proving with a passkey that it is the user; for those who have one, where passkeys work. */
import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { answer, api } from "../api";
import { t } from "../i18n";
import { answerProof } from "../state/proof";
import { useSecurity } from "../state/security";
import { busy } from "../ui/busy";
import { FormError } from "./FormError";
import { Or } from "./ProviderButtons";
import { errorOfPasskey, signWithPasskey, stopAsking } from "./passkey";
import { usePasskeyPlace } from "./signInMethods";

/** Whether who is signed in has one, and this page can ask for it. */
export function useHasPasskey(): boolean {
  const { data: security } = useSecurity();
  return usePasskeyPlace() === "here" && (security?.passkeys ?? 0) > 0;
}

/** `isOnly`: there is nothing above it in the dialog. */
export function PasskeyProof({ isOnly }: { isOnly: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => stopAsking, []);
  const ask = async () => {
    setAsking(true);
    setError(undefined);
    try {
      const passkey = await signWithPasskey(await answer(api.POST("/api/auth/step-up/passkey/options")));
      await answer(api.POST("/api/auth/step-up", { body: { password: null, code: null, passkey } }));
      answerProof(true);
    } catch (error) {
      setError(errorOf(error));
      setAsking(false);
    }
  };
  return (
    <div className="account-proof">
      {!isOnly && <Or />}
      <Button
        variant="default"
        fullWidth
        data-autofocus={isOnly || undefined}
        leftSection={<IconFingerprint size={16} stroke={1.5} aria-hidden="true" />}
        {...busy(isAsking)}
        onClick={() => isAsking || void ask()}
      >
        {isAsking ? t("account.passkey.asking") : t("account.passkey.use")}
      </Button>
      <FormError text={error} />
    </div>
  );
}

const errorOf = (error: unknown): string | undefined =>
  errorOfPasskey(error, { bad_credentials: t("account.passkey.notYours") });
