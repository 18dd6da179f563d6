import { Problem } from "../api";
import { t } from "./index";

/** What happened and what to do next, in a sentence for people. */
export function sentence(error: unknown): string {
  if (!(error instanceof Problem)) return t("common.problem.other", { detail: String(error) });
  if (error.status === 0) return t("common.problem.unreachable");
  if (error.status === 401) return t("common.problem.unauthenticated");
  if (error.code === "last_administrator") return t("common.problem.last_administrator");
  if (error.status === 404) return t("common.problem.not_found");
  if (error.status === 412) return t("common.problem.conflict");
  if (error.status === 413) return t("common.problem.too_large");
  if (error.status === 429) return t("common.problem.rate_limited");
  if (error.status === 403) return t("common.problem.forbidden");
  if (error.code === "nonsense") return t("common.problem.nonsense");
  if (error.status >= 500) return t("common.problem.busy");
  const first = error.errors[0];
  return t("common.problem.other", { detail: first ? `${first.field}: ${first.message}` : error.detail });
}
