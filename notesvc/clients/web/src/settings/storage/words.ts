/** What the service says of places, in words of the app's language. */
import { isProblem } from "../../api";
import { inTurn, t } from "../../i18n";
import { said } from "../../i18n/dates";
import type { Key } from "../../i18n/keys";
import { sentence, toldOf } from "../../i18n/problem";
import { count } from "../../i18n/sizes";
import type { Backend, Capability, LeftFile, Part, PartName } from "./storage";

type Cause = NonNullable<Part["cause"]>;

/** All that the service names: the compiler names one that has no words. */
const CAUSES = {
  bad_credentials: "storage.cause.bad_credentials",
  forbidden: "storage.cause.forbidden",
  no_such_place: "storage.cause.no_such_place",
  not_allowed: "storage.cause.not_allowed",
  unreachable: "storage.cause.unreachable",
  bad_certificate: "storage.cause.bad_certificate",
  timeout: "storage.cause.timeout",
  truncated: "storage.cause.truncated",
  garbled: "storage.cause.garbled",
  redirected: "storage.cause.redirected",
  bad_region: "storage.cause.bad_region",
  clock_skew: "storage.cause.clock_skew",
  full: "storage.cause.full",
  too_large: "storage.cause.too_large",
  bad_name: "storage.cause.bad_name",
  busy: "storage.cause.busy",
  damaged: "storage.cause.damaged",
  damaged_source: "storage.cause.damaged_source",
  no_marker: "storage.cause.no_marker",
  other_marker: "storage.cause.other_marker",
} as const satisfies Record<Cause, Key>;

/** Why a place did not do what it was asked, and what to do about it. */
export const wordsOfCause = (cause: string | null): string =>
  t((CAUSES as Record<string, Key>)[cause ?? ""] ?? "storage.cause.other");

/** Why the mirror leaves a file alone. */
export const wordsOfLeftFile = ({ reason, detail, words }: LeftFile): string =>
  t(`storage.left.${reason}`, { detail: words ?? detail });

export const nameOfPlace = (backend: Backend): string => t(`storage.place.${backend}`);

/** Where exactly: the bucket and the folder in it, and the address. */
export function whereabouts({ address, bucket, prefix }: Part): string {
  const folder = [bucket, prefix].filter(Boolean).join("/");
  return [folder, address].filter(Boolean).join(" · ");
}

/** How the part does, in a sentence or two. */
export function wordsOfState(name: PartName, part: Part): string {
  const { state, since, waiting } = part;
  const wait = waiting > 0 ? t(`storage.${name}.waiting`, { count: waiting, number: count(waiting) }) : "";
  if (state === "ok") return wait || t(`storage.${name}.inOrder`);
  const when = since ? said(since) : "";
  const how = t(state === "behind" ? "storage.behindSince" : "storage.pausedSince", { when });
  return inTurn(how, wait);
}

const STEPS = [
  "connect",
  "write",
  "read",
  "list",
  "large",
  "create_once",
  "create_race",
  "replace",
  "replace_race",
  "cut_upload",
  "tags",
  "range",
  "names_case",
  "names_spelling",
  "delete",
] as const;

export function nameOfStep(name: string): string {
  const known = STEPS.find((each) => each === name);
  return known ? t(`storage.step.${known}`) : name;
}

const CAPABILITIES = [
  "attachments",
  "two_way",
  "whole_reads",
  "range",
  "direct_link",
  "names_case",
  "names_spelling",
  "largest_file",
  "history",
  "search",
  "rooms",
  "sharing",
] as const;

/** What is meant by the name of a capability; null for one that this app does not know. */
export function wordsOfCapability(name: string): { name: string; hint: string } | null {
  const known = CAPABILITIES.find((each) => each === name);
  return known
    ? { name: t(`storage.capability.${known}.name`), hint: t(`storage.capability.${known}.hint`) }
    : null;
}

export const wordsOfHolding = ({ holds }: Capability): string =>
  t(
    holds === null
      ? "storage.capability.unknown"
      : holds
        ? "storage.capability.yes"
        : "storage.capability.no",
  );

/** Why a place was not taken, in words. */
export function wordsOfRefusal(error: unknown): string {
  if (isProblem(error, "capability_unsupported"))
    return error.capability === "two_way" ? t("storage.setUp.noTwoWay") : error.words;
  const own = { step_up_required: t("account.proof.declined") };
  const told = toldOf(error);
  const named = FIELDS.find((field) => field in told);
  return named ? (told[named] ?? "") : sentence(error, own);
}

const FIELDS = ["address", "bucket", "region", "prefix", "user", "secret"];

/** What the service has against a field, if it has. */
export const wordsOfField = (error: unknown, field: string): string | undefined => toldOf(error)[field];

/** The names of kinds of places in the table, which knows the database, too. */
export function nameOfKind(backend: string): string {
  const known = (["database", "folder", "s3", "webdav"] as const).find((each) => each === backend);
  return known ? t(`storage.capability.backend.${known}`) : backend;
}
