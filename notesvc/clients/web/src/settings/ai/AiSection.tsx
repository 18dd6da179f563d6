/** Language models: which one answers, own prompts, what was used, what went wrong. All of it is off at first. */
import { useQuery } from "@tanstack/react-query";
import { t } from "../../i18n";
import { providersQuery, readyOf } from "../../state/ai";
import { Waiting } from "../../ui/States";
import "./ai-settings.css";
import { FailedCalls } from "./FailedCalls";
import { Prompts } from "./Prompts";
import { ProviderRows } from "./ProviderRows";
import { UsageFigures } from "./UsageFigures";

export default function AiSection() {
  const providers = useQuery(providersQuery);
  const isReady = readyOf(providers.data).length > 0;
  return (
    <>
      <p className="settings-lead">{t("ai.settings.lead")}</p>
      <Waiting for={providers} />
      {providers.data && <ProviderRows all={providers.data} />}
      {isReady && (
        <>
          <Prompts />
          <UsageFigures />
          <FailedCalls />
        </>
      )}
    </>
  );
}
