/** From an error to words for people: what happened, and what to do next. Nothing else makes one of the other. */
import { Problem } from "../api";
import { t } from "./index";

const KINDS = {
  0: "unreachable",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  412: "conflict",
  413: "too_large",
  429: "rate_limited",
} as const;

type Kind = (typeof KINDS)[keyof typeof KINDS] | "last_administrator" | "nonsense" | "busy" | "other";

/** What the service says of these helps more than what the app could say of all of them alike. */
const EXACT = new Set(["forbidden", "busy", "too_large"]);

/** What a place says in words of its own: by the error's code (or name), a field that it is about, or its kind. */
export type OwnWords = Partial<Record<string, string>>;

export function sentence(error: unknown, own: OwnWords = {}): string {
  const [code, fields, kind] = namesOf(error);
  const ours = [code, ...fields, kind].map((name) => own[name]).find((words) => words !== undefined);
  if (ours !== undefined) return ours;
  if (!(error instanceof Problem)) return t("common.problem.other", { detail: String(error) });
  if (EXACT.has(code) && error.words) return error.words;
  return t(`common.problem.${kind as Kind}`, { detail: error.words });
}

/**
 * Where in a form the words belong. `places` has them by the error's code, a field that it is about, or its kind;
 * whatever stands there at none of them is said of the whole form.
 */
export function errorsAt<Errors extends object>(
  error: unknown,
  places: Partial<Record<string, Errors>>,
  inWords: (error: unknown) => string = sentence,
): Errors | { form: string } {
  const [code, fields, kind] = namesOf(error);
  const named = fields.flatMap((field) => places[field] ?? []);
  if (places[code]) return places[code];
  if (named.length > 0) return Object.assign({}, ...named);
  return places[kind] ?? { form: inWords(error) };
}

/** What the service says, by the field that it is about. */
export const toldOf = (error: unknown): Partial<Record<string, string>> =>
  Object.fromEntries(
    error instanceof Problem
      ? error.errors.map(({ field, message, words }) => [field, words ?? message])
      : [],
  );

function namesOf(error: unknown): [code: string, fields: string[], kind: Kind | "thrown"] {
  if (!(error instanceof Problem)) return [error instanceof Error ? error.name : "", [], "thrown"];
  return [error.code, error.errors.map(({ field }) => field), kindOf(error)];
}

function kindOf({ status, code }: Problem): Kind {
  if (code === "last_administrator") return code;
  if (status in KINDS) return KINDS[status as keyof typeof KINDS];
  if (code === "nonsense") return code;
  return status >= 500 ? "busy" : "other";
}
