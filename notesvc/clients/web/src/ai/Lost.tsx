/** What a proposal would lose, named before it is accepted. */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { t } from "../i18n";
import type { Key } from "../i18n/keys";
import type { Warning } from "./answering";

const KINDS = new Set([
  "link",
  "embed",
  "tag",
  "person",
  "address",
  "code",
  "formula",
  "table",
  "task",
  "markup",
]);
const SHOWN = 6;
const LONGEST = 60;

interface Props {
  warnings: readonly Warning[];
  onGo: () => void;
  onBack: () => void;
}

export function Lost({ warnings, onGo, onBack }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("button")?.focus(), []);
  return (
    <div className="ai-lost" role="alertdialog" aria-label={t("ai.lost.title")} ref={box}>
      <h3>{t("ai.lost.title")}</h3>
      <dl>
        {warnings.map(({ kind, lost }) => (
          <div key={kind}>
            <dt>{t(`ai.lost.kind.${KINDS.has(kind) ? kind : "other"}` as Key)}</dt>
            <dd dir="auto">
              {[...new Set(lost)].slice(0, SHOWN).map((each) => (
                <code key={each}>{each.length > LONGEST ? `${each.slice(0, LONGEST)}…` : each}</code>
              ))}
              {lost.length > SHOWN && <span>{t("ai.lost.more", { count: lost.length - SHOWN })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="ai-buttons">
        <Button size="xs" variant="default" onClick={onBack}>
          {t("ai.lost.keep")}
        </Button>
        <Button size="xs" color="red" onClick={onGo}>
          {t("ai.lost.anyway")}
        </Button>
      </div>
    </div>
  );
}
