/** What is wrong with a form, by field, in words: found here before sending, or told by the service. */
import { isProblem, Problem } from "../api";
import { t } from "../i18n";
import { errorsAt, type OwnWords, sentence, toldOf } from "../i18n/problem";

export type Field = "invite" | "name" | "email" | "password" | "code";
export type FormErrors = Partial<Record<Field | "form", string>>;

/** The order in which fields stand, for the focus. */
export const FIELDS: Field[] = ["invite", "name", "email", "password", "code"];

const SHORTEST = 10;
const LONGEST = 1_024;
const LONGEST_NAME = 500;
const EMAIL = /^\S{1,64}@[^\s@.]+(\.[^\s@.]+)*$/;

/** A few seconds or minutes as people say them. */
export function wait(seconds: number): string {
  return seconds < 60
    ? t("account.seconds", { count: Math.max(1, Math.ceil(seconds)) })
    : t("account.minutes", { count: Math.ceil(seconds / 60) });
}

export function errorOfEmail(email: string): string | undefined {
  if (email.trim() === "") return t("account.problem.noEmail");
  return EMAIL.test(email.trim()) ? undefined : t("account.problem.badEmail");
}

export function errorOfName(name: string): string | undefined {
  if (name.trim() === "") return t("account.problem.noName");
  return [...name].length > LONGEST_NAME ? t("account.problem.longName") : undefined;
}

export function errorOfNewPassword(password: string): string | undefined {
  const length = [...password].length;
  return length < SHORTEST || length > LONGEST ? t("account.problem.shortPassword") : undefined;
}

/** Why the service did not do what a form or a dialog asks for, apart from its fields. */
export function errorOfCall(error: unknown, own: OwnWords = {}): string {
  const { status = 0, retryAfter = null } = error instanceof Problem ? error : {};
  const busy = isProblem(error, "busy") && error.words ? undefined : t("account.problem.busy");
  return sentence(error, {
    rate_limited: t("account.problem.tooOften", { wait: wait(retryAfter ?? 60) }),
    step_up_required: t("account.proof.declined"),
    last_way_in: t("account.problem.lastWayIn"),
    unreachable: t("account.problem.away"),
    nonsense: status >= 500 ? busy : undefined,
    busy,
    ...own,
  });
}

/** A service that is used through a link of a mail: what it refuses of the token, the link is to blame for. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof Problem && error.errors.some(({ field }) => field === "token");
}

/** What the service said of the fields; what it said of none of them stands at the form. */
export function errorsOfRegistration(error: unknown, codeName: "invite" | "setupCode"): FormErrors {
  const badCode = t(codeName === "invite" ? "account.problem.badInvite" : "account.problem.badSetupCode");
  const { invite, name, code } = toldOf(error);
  const places = {
    forbidden: { invite: badCode },
    email: { email: t("account.problem.badEmail") },
    password: { password: t("account.problem.shortPassword") },
    invite: { invite },
    name: { name },
    code: { code },
  };
  return errorsAt(error, places, errorOfCall);
}
