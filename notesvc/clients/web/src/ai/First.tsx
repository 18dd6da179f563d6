/** What is sent where, said before the first time. */
import { Button } from "@mantine/core";
import { inTurn, t } from "../i18n";
import type { Provider } from "../state/ai";
import { nameOfProvider } from "./providers";

export interface Sending {
  what: "selection" | "note" | "ask";
  /** Characters of what was marked. */
  count?: number;
}

interface Props extends Sending {
  provider: Provider;
  onGo: () => void;
  onBack: () => void;
}

export function First({ what, count = 0, provider, onGo, onBack }: Props) {
  const { baseUrl, model, by } = provider;
  const names = { provider: nameOfProvider(provider.provider), address: hostOf(baseUrl), model: model ?? "" };
  return (
    <section className="ai-first" aria-label={t("ai.first.title")}>
      <p className="ai-first-title">{t("ai.first.title")}</p>
      <p>{t("ai.first.sends", names)}</p>
      <p>
        {what === "selection" && t("ai.first.sendsSelection", { count })}
        {what === "note" && t("ai.first.sendsNote")}
        {what === "ask" && t("ai.first.sendsAsk")}
      </p>
      <p className="ai-quiet">
        {inTurn(
          by === "administrator" && t("ai.first.byAdministrator"),
          t("ai.first.keeps"),
          t("ai.first.asked"),
        )}
      </p>
      <div className="ai-buttons">
        <Button size="xs" data-autofocus onClick={onGo}>
          {t("ai.first.go")}
        </Button>
        <Button size="xs" variant="default" onClick={onBack}>
          {t("common.cancel")}
        </Button>
      </div>
    </section>
  );
}

function hostOf(address: string | null): string {
  return address !== null && URL.canParse(address) ? new URL(address).host : (address ?? "");
}
