/** What went wrong lately, and what to do about each cause. */
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { nameOfAction } from "../../ai/actions";
import { wordsOfCause } from "../../ai/failures";
import { nameOfProvider } from "../../ai/providers";
import { t } from "../../i18n";
import { failedCallsQuery } from "../../state/ai";
import { Failure, Loading } from "../../ui/States";
import { When } from "../../ui/When";

export function FailedCalls() {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(failedCallsQuery);
  const calls = data?.pages.flatMap((page) => page.errors) ?? [];
  return (
    <section>
      <h2>{t("ai.settings.errors")}</h2>
      {!data && (error ? <Failure error={error} retry={() => void refetch()} /> : <Loading rows={2} />)}
      {data && calls.length === 0 && <p className="settings-hint">{t("ai.settings.noErrors")}</p>}
      <ul className="settings-rows ai-prompts">
        {calls.map((call) => (
          <li key={call.id}>
            <div>{wordsOfCause(call.cause)}</div>
            <div className="settings-hint">
              <When at={call.at} /> · {nameOfAction(call.action)} · {nameOfProvider(call.provider)} ·{" "}
              {call.model} ·{" "}
              <code dir="ltr" title={t("ai.settings.requestId")}>
                {call.requestId}
              </code>
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="xs" variant="subtle" onClick={() => void fetchNextPage()}>
          {t("common.more")}
        </Button>
      )}
    </section>
  );
}
