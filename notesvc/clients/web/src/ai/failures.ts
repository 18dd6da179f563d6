/** Why there is no answer, in one sentence that says what to do next. */
import { t } from "../i18n";
import { locale } from "../i18n/dates";
import type { Key } from "../i18n/keys";
import { sentence } from "../i18n/problem";
import type { Failure } from "./answering";

export const CAUSES = [
  "bad_key",
  "no_credit",
  "rate_limited",
  "too_long",
  "refused",
  "no_such_model",
  "not_allowed",
  "model_loading",
  "provider_down",
  "unreachable",
  "bad_certificate",
  "timeout",
  "truncated",
  "garbled",
  "redirected",
  "over_budget",
] as const;

/** Those that are mended in the settings. */
const OF_SETTINGS = new Set<string>([
  "bad_key",
  "no_such_model",
  "not_allowed",
  "unreachable",
  "bad_certificate",
  "garbled",
  "redirected",
  "over_budget",
  "provider",
  "model",
]);

export const wordsOfCause = (cause: string): string =>
  t(`ai.cause.${(CAUSES as readonly string[]).includes(cause) ? cause : "other"}` as Key);

export function wordsOf(failure: Failure): string {
  if ("problem" in failure) {
    const { problem } = failure;
    return problem.code === "over_budget" ? waiting("over_budget", problem.retryAfter) : sentence(problem);
  }
  return waiting(failure.cause, failure.retryAfter);
}

function waiting(cause: string, seconds: number | null): string {
  if (seconds === null) return wordsOfCause(cause);
  if (cause === "rate_limited") return t("ai.cause.rate_limited_for", { seconds });
  return cause === "over_budget"
    ? t("ai.cause.over_budget_for", { time: inTime(seconds) })
    : wordsOfCause(cause);
}

/** Hours and minutes, as far as they say something. */
function inTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.ceil((seconds % 3600) / 60);
  const words = new Intl.NumberFormat(locale(), { style: "unit", unit: "hour" });
  const small = new Intl.NumberFormat(locale(), {
    style: "unit",
    unit: "minute",
  });
  return hours > 0 ? words.format(hours) : small.format(minutes);
}

/** Whether the settings are where to go on. */
export function isForSettings(failure: Failure): boolean {
  if ("cause" in failure) return OF_SETTINGS.has(failure.cause);
  const { code, errors } = failure.problem;
  return OF_SETTINGS.has(code) || errors.some(({ field }) => OF_SETTINGS.has(field));
}
