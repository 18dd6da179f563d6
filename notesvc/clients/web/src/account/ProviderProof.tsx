/** Proving oneself through a linked provider, where the page asks who is there. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { t } from "../i18n";
import { answerProof } from "../state/proof";
import { type LinkedAccount, useAccounts } from "../state/security";
import { errorOfCall } from "../ui/formErrors";
import { FormError } from "./FormError";
import { Or, ProviderIcon } from "./ProviderButtons";
import { onProven, proveAt } from "./providerPopup";
import { nameOf, problemAt } from "./providers";
import { type SignInMethods, useSignInMethods } from "./signInMethods";

/** The linked providers that this service still offers; undefined while that is not known. */
export function useProvers(): string[] | undefined {
  const methods = useSignInMethods();
  const accounts = useAccounts();
  return accounts.data && methods.data && proversOf(accounts.data, methods.data);
}

const proversOf = (accounts: LinkedAccount[], methods: SignInMethods): string[] =>
  methods.providers.filter((provider) => accounts.some((each) => each.provider === provider));

export function ProviderProof({ provers, isOnly }: { provers: string[]; isOnly: boolean }) {
  const methods = useSignInMethods();
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(
    () =>
      onProven((problem) => {
        if (problem === null) answerProof(true);
        setError(problemAt(problem));
        setWaiting(false);
      }),
    [],
  );
  const prove = (provider: string) => {
    setError(undefined);
    setWaiting(true);
    proveAt(provider).catch((error) => {
      setWaiting(false);
      setError(errorOfCall(error));
    });
  };
  return (
    <div className="account-proof">
      {!isOnly && <Or />}
      <div className="account-providers">
        {provers.map((provider, index) => (
          <Button
            key={provider}
            variant="default"
            fullWidth
            data-autofocus={(isOnly && index === 0) || undefined}
            leftSection={<ProviderIcon provider={provider} />}
            onClick={() => prove(provider)}
          >
            {t("providers.proof.with", { name: nameOf(provider, methods.data) })}
          </Button>
        ))}
      </div>
      <p className="account-hint" role="status">
        {t(isWaiting ? "providers.proof.waiting" : "providers.proof.lead")}
      </p>
      <FormError text={error} />
    </div>
  );
}
