/** Who asks, for what, from where and since when; and the answer. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { to } from "../../addresses";
import { isProblem } from "../../api";
import { gap, t } from "../../i18n";
import { ago } from "../../i18n/dates";
import { signedOut } from "../../state/session";
import { Fact } from "../../ui/Fact";
import { FormError } from "../FormError";
import { type Asking, decide, errorOfCode, scopeInWords } from "./device";

export type Outcome = "approved" | "denied" | "expired" | "gone";

interface Props {
  asking: Asking;
  onEnd: (outcome: Outcome) => void;
}

export function Question({ asking, onEnd }: Props) {
  const [sending, setSending] = useState<"approve" | "deny">();
  const [error, setError] = useState<unknown>();
  const answerIt = async (what: "approve" | "deny") => {
    if (sending !== undefined) return;
    setSending(what);
    setError(undefined);
    try {
      await decide(asking.code, what === "approve");
      onEnd(what === "approve" ? "approved" : "denied");
    } catch (refusal) {
      setSending(undefined);
      if (isProblem(refusal, 401)) signedOut();
      if (isProblem(refusal, 404)) onEnd(isOver(asking) ? "expired" : "gone");
      else setError(refusal);
    }
  };
  return (
    <>
      <Facts of={asking} />
      <p className="account-notice device-warning">
        <strong>{t("device.warning")}</strong> {t("device.warningMore")}
      </p>
      <Refusal error={error} />
      <div className="device-answers">
        <Button {...pressed(sending === "approve")} onClick={() => void answerIt("approve")}>
          {sending === "approve" ? t("common.sending") : t("device.approve")}
        </Button>
        <Button {...pressed(sending === "deny")} variant="default" onClick={() => void answerIt("deny")}>
          {sending === "deny" ? t("common.sending") : t("device.deny")}
        </Button>
      </div>
    </>
  );
}

const pressed = (isSending: boolean) => ({
  "aria-disabled": isSending,
  "data-disabled": isSending || undefined,
});

export const isOver = (asking: Asking): boolean => Date.now() >= asking.endsAt;

function Facts({ of: { device, age } }: { of: Asking }) {
  return (
    <dl className="device-facts">
      <Fact name={t("device.app")}>{device.app}</Fact>
      <Fact name={t("device.name")}>
        <bdi>{device.name}</bdi>
      </Fact>
      <Fact name={t("device.asked")}>
        <Age from={age} />
      </Fact>
      <Fact name={t("device.from")}>
        {t(`device.places.${device.place}`)} (<bdi dir="ltr">{device.address}</bdi>)
      </Fact>
      <Fact name={t("device.may")}>
        <ul>
          {device.scopes.map((scope) => (
            <li key={scope}>{scopeInWords(scope)}</li>
          ))}
        </ul>
      </Fact>
    </dl>
  );
}

/** So many seconds ago, and growing while one looks. */
function Age({ from }: { from: number }) {
  const [since] = useState(() => Date.now());
  const [now, setNow] = useState(since);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(ticking);
  }, []);
  return ago(from + (now - since) / 1000);
}

function Refusal({ error }: { error: unknown }) {
  const isFull = isProblem(error, "token_limit");
  if (!isFull) return <FormError text={error === undefined ? undefined : errorOfCode(error)} />;
  return (
    <div role="alert">
      <p className="account-notice is-fault">
        {t("device.tooManyKeys")}
        {gap()}
        <a href={to.settings("keys")} target="_blank" rel="noreferrer">
          {t("device.toKeys")}
        </a>
      </p>
    </div>
  );
}
