/** The providers, how each is set up, and servers on this machine. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { nameOfProvider, prefer, usePreferred } from "../../ai/providers";
import { t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { done } from "../../notices";
import {
  type Connection,
  type LocalServer,
  type Provider,
  type Providers,
  readyOf,
  useFindServers,
  useRemoveProvider,
} from "../../state/ai";
import { Confirm } from "../../ui/Confirm";
import { SetUp } from "./SetUp";

type Open = { what: "set"; begin: Connection; of: Provider } | { what: "remove"; of: Provider };

export function ProviderRows({ all }: { all: Providers }) {
  const [open, setOpen] = useState<Open | null>(null);
  const used = usePreferred(all);
  const isSeveral = readyOf(all).length > 1;
  const close = () => setOpen(null);
  const of = (name: string) => all.providers.find(({ provider }) => provider === name);
  const take = ({ provider, baseUrl }: LocalServer) => {
    const found = of(provider);
    if (found) setOpen({ what: "set", begin: { provider, baseUrl }, of: found });
  };
  return (
    <section>
      <h2>{t("ai.settings.providers")}</h2>
      <ul className="settings-rows">
        {all.providers.map((each) => (
          <Row
            key={each.provider}
            of={each}
            isUsed={isSeveral && each.provider === used?.provider}
            isChoice={isSeveral}
            onOpen={(what) =>
              setOpen(
                what === "set" ? { what, begin: { provider: each.provider }, of: each } : { what, of: each },
              )
            }
          />
        ))}
      </ul>
      <LocalServers onTake={take} />
      {open?.what === "set" && <SetUp of={open.of} begin={open.begin} onClose={close} />}
      {open?.what === "remove" && <Remove of={open.of} onClose={close} />}
    </section>
  );
}

interface RowProps {
  of: Provider;
  isUsed: boolean;
  isChoice: boolean;
  onOpen: (what: "set" | "remove") => void;
}

function Row({ of, isUsed, isChoice, onOpen }: RowProps) {
  const isReady = of.by !== null && of.model !== null;
  const name = nameOfProvider(of.provider);
  return (
    <li className="ai-provider">
      <div className="ai-provider-main">
        <span className="ai-provider-name">{name}</span>
        {isUsed && <span className="ai-provider-used">{t("ai.settings.used")}</span>}
        <div className="settings-hint">{wordsOf(of)}</div>
      </div>
      <div className="settings-actions">
        {isReady && isChoice && !isUsed && (
          <Button size="xs" variant="subtle" onClick={() => prefer(of)}>
            {t("ai.settings.use")}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          aria-label={t("common.about", {
            what: t(of.by === "user" ? "ai.settings.change" : "ai.settings.setUp"),
            said: name,
          })}
          onClick={() => onOpen("set")}
        >
          {t(of.by === "user" ? "ai.settings.change" : "ai.settings.setUp")}
        </Button>
        {of.by === "user" && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t("common.about", { what: t("ai.settings.remove"), said: name })}
            onClick={() => onOpen("remove")}
          >
            {t("ai.settings.remove")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Who has set it up, which model answers, and where. */
function wordsOf({ by, model, baseUrl, last4 }: Provider): string {
  if (by === null) return t("ai.settings.notSetUp");
  if (model === null) return t("ai.settings.noModel");
  const parts = [model, baseUrl ?? "", last4 ? t("ai.settings.last4", { last4 }) : ""];
  if (by === "administrator") parts.push(t("ai.settings.byAdministrator"));
  return parts.filter(Boolean).join(" · ");
}

function LocalServers({ onTake }: { onTake: (server: LocalServer) => void }) {
  const find = useFindServers();
  return (
    <div className="ai-local">
      <Button size="xs" variant="default" loading={find.isPending} onClick={() => find.mutate()}>
        {t("ai.settings.find")}
      </Button>
      <p className="settings-hint">{t("ai.settings.findHint")}</p>
      <div role="status">
        {find.data?.length === 0 && <p className="settings-hint">{t("ai.settings.noneFound")}</p>}
        {find.data?.map((server) => (
          <p key={server.baseUrl} className="ai-found">
            <span>
              <strong>{nameOfProvider(server.provider)}</strong> <code dir="ltr">{server.baseUrl}</code>{" "}
              {t("ai.settings.models", { count: server.models.length })}
            </span>
            <Button size="xs" variant="default" onClick={() => onTake(server)}>
              {t("ai.settings.setUp")}
            </Button>
          </p>
        ))}
      </div>
      {find.error && <p role="alert">{sentence(find.error)}</p>}
    </div>
  );
}

function Remove({ of, onClose }: { of: Provider; onClose: () => void }) {
  const remove = useRemoveProvider();
  const name = nameOfProvider(of.provider);
  return (
    <Confirm
      title={t("ai.settings.removeTitle", { name })}
      action={t("ai.settings.remove")}
      isDanger
      onYes={() => remove.mutateAsync(of.provider)}
      onDone={() => {
        done(t("ai.settings.removed", { name }));
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t("ai.settings.removeText")}</p>
    </Confirm>
  );
}
