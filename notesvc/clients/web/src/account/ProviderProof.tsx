/** Proving oneself through a linked provider, where the page asks who is there. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { t } from "../i18n";
import { answerProof } from "../state/proof";
import { type LinkedAccount, useAccounts } from "../state/security";
import { faultOfCall } from "../ui/faults";
import { onProven, proveAt } from "./besides";
import { Or, ProviderIcon } from "./ProviderButtons";
import { nameOf, problemAt } from "./providers";
import { FormFault } from "./SignIn";
import { useWays, type Ways } from "./ways";

/** The linked providers that this service still offers; undefined while that is not known. */
export function useProvers(): string[] | undefined {
  const ways = useWays();
  const accounts = useAccounts();
  return accounts.data && ways.data && proversOf(accounts.data, ways.data);
}

const proversOf = (accounts: LinkedAccount[], ways: Ways): string[] =>
  ways.providers.filter((provider) => accounts.some((each) => each.provider === provider));

export function ProviderProof({ provers, isOnly }: { provers: string[]; isOnly: boolean }) {
  const ways = useWays();
  const [isWaiting, setWaiting] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(
    () =>
      onProven((problem) => {
        if (problem === null) answerProof(true);
        setFault(problemAt(problem));
        setWaiting(false);
      }),
    [],
  );
  const prove = (provider: string) => {
    setFault(undefined);
    setWaiting(true);
    proveAt(provider).catch((error) => {
      setWaiting(false);
      setFault(faultOfCall(error));
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
            {t("providers.proof.with", { name: nameOf(provider, ways.data) })}
          </Button>
        ))}
      </div>
      <p className="account-hint" role="status">
        {t(isWaiting ? "providers.proof.waiting" : "providers.proof.lead")}
      </p>
      <FormFault text={fault} />
    </div>
  );
}
