/** The external providers through which this account can be entered: link one, unlink one. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { ProviderIcon } from "../../account/ProviderButtons";
import { nameOf, problemAt } from "../../account/providers";
import { useSignInMethods } from "../../account/signInMethods";
import { t } from "../../i18n";
import { done } from "../../notices";
import { type LinkedAccount, useAccounts, useLink, useUnlink } from "../../state/security";
import { busy } from "../../ui/busy";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";
import { Waiting } from "../../ui/States";
import { When } from "../../ui/When";

export function Accounts() {
  const methods = useSignInMethods();
  const accounts = useAccounts();
  const problem = useReturn(accounts.data);
  const link = useLink();
  const [leaving, setLeaving] = useState<string>();
  const linked = accounts.data ?? [];
  const providers = [
    ...new Set([...(methods.data?.providers ?? []), ...linked.map((each) => each.provider)]),
  ];
  const error = link.error ? errorOfCall(link.error) : problem;
  const isReady = accounts.data !== undefined && methods.data !== undefined;
  if (isReady && providers.length === 0) return null;
  return (
    <section aria-label={t("providers.accounts.title")}>
      <h2>{t("providers.accounts.title")}</h2>
      <p className="security-line">{t("providers.accounts.lead")}</p>
      <div role="alert">{error && <p className="settings-notice is-fault">{error}</p>}</div>
      <Waiting for={accounts.data ? methods : accounts} />
      {isReady && (
        <ul className="settings-rows security-accounts">
          {providers.map((provider) => (
            <Provider
              key={provider}
              provider={provider}
              name={nameOf(provider, methods.data)}
              linked={linked.filter((each) => each.provider === provider)}
              isOffered={methods.data?.providers.includes(provider) ?? false}
              isLinking={link.isPending}
              onLink={() => link.isPending || link.mutate(provider)}
              onUnlink={() => setLeaving(provider)}
            />
          ))}
        </ul>
      )}
      {leaving && (
        <AskToUnlink
          provider={leaving}
          name={nameOf(leaving, methods.data)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

interface ProviderProps {
  provider: string;
  name: string;
  linked: LinkedAccount[];
  isOffered: boolean;
  isLinking: boolean;
  onLink: () => void;
  onUnlink: () => void;
}

function Provider({ provider, name, linked, isOffered, isLinking, onLink, onUnlink }: ProviderProps) {
  const isLinked = linked.length > 0;
  return (
    <li className="security-account">
      <ProviderIcon provider={provider} />
      <div className="security-account-main">
        <bdi className="security-account-name">{name}</bdi>
        {linked.map((each) => (
          <Facts key={each.createdAt} of={each} />
        ))}
        {!isLinked && <span className="settings-hint">{t("providers.accounts.notLinked")}</span>}
        {!isOffered && <span className="settings-hint">{t("providers.accounts.gone")}</span>}
      </div>
      {isLinked ? (
        <Button
          variant="subtle"
          color="red"
          aria-label={t("providers.accounts.unlinkOf", { name })}
          onClick={onUnlink}
        >
          {t("providers.accounts.unlink")}
        </Button>
      ) : (
        <Button
          variant="default"
          aria-label={t("providers.accounts.linkOf", { name })}
          {...busy(isLinking)}
          onClick={onLink}
        >
          {t("providers.accounts.link")}
        </Button>
      )}
    </li>
  );
}

function Facts({ of: account }: { of: LinkedAccount }) {
  return (
    <span className="session-facts">
      <span>
        {account.email === null
          ? t("providers.accounts.linked")
          : t("providers.accounts.linkedAs", { email: account.email })}
      </span>
      <span>
        {t("providers.accounts.since")} <When at={account.createdAt} />
      </span>
      {account.lastUsedAt !== null && (
        <span>
          {t("providers.accounts.used")} <When at={account.lastUsedAt} />
        </span>
      )}
    </span>
  );
}

function AskToUnlink({ provider, name, onClose }: { provider: string; name: string; onClose: () => void }) {
  const unlink = useUnlink();
  const after = () => {
    onClose();
    done(t("providers.accounts.unlinked", { name }));
  };
  return (
    <Confirm
      title={t("providers.accounts.unlinkTitle", { name })}
      action={t("providers.accounts.unlink")}
      isDanger
      inWords={errorOfCall}
      onYes={() => unlink.mutateAsync(provider)}
      onDone={after}
      onClose={onClose}
    >
      <p>{t("providers.accounts.unlinkText", { name })}</p>
    </Confirm>
  );
}

/** Coming back from a provider: what went wrong there, or word that it is linked now. Said once. */
function useReturn(accounts: LinkedAccount[] | undefined): string | undefined {
  const [search, setSearch] = useSearchParams();
  const methods = useSignInMethods();
  const [problem, setProblem] = useState<string>();
  const linked = search.get("linked");
  const code = search.get("problem");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes the address that it reads.
  useEffect(() => {
    if ((linked === null && code === null) || accounts === undefined || methods.data === undefined) return;
    const isLinked = accounts.some((each) => each.provider === linked);
    if (code !== null) setProblem(problemAt(code));
    else if (linked && isLinked)
      done(t("providers.accounts.nowLinked", { name: nameOf(linked, methods.data) }));
    setSearch({}, { replace: true });
  }, [linked, code, accounts, methods.data]);
  return problem;
}
