/** What of a public link can be set, as a form holds it, and what of that is sent. */
import { t } from "../../i18n";
import { errorsAt } from "../../i18n/problem";
import type { Share, ShareFields } from "../../state/shares";
import { errorOfCall } from "../../ui/formErrors";

/** Text as it stands in its field; `end` is a day such as 2026-11-30. */
export interface Settings {
  password: string;
  end: string;
  limit: string;
  slug: string;
  theme: Share["theme"];
  feed: boolean;
  robots: boolean;
  mayBeLinked: boolean;
}
export type Field = "password" | "end" | "limit" | "slug";
export type Errors = Partial<Record<Field | "form", string>>;

const SHORTEST_PASSWORD = 4;
const MOST_VIEWS = 1_000_000;
const SLUG = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/;

export function settingsOf(share: Share): Settings {
  const { expiresAt, viewLimit, slug, theme, feed, robots, mayBeLinked } = share;
  const end = expiresAt === null ? "" : dayOf(new Date(expiresAt));
  return { password: "", end, limit: String(viewLimit ?? ""), slug, theme, feed, robots, mayBeLinked };
}

/** What the service is to be told: what differs from what it has. */
export function changesOf(share: Share, now: Settings): ShareFields {
  const before = settingsOf(share);
  const isOther = (name: keyof Settings) => before[name] !== now[name];
  return {
    ...(isOther("password") && { password: now.password }),
    ...(isOther("end") && { expiresAt: endOf(now.end) }),
    ...(isOther("limit") && { viewLimit: now.limit === "" ? null : Number(now.limit) }),
    ...(isOther("slug") && { slug: now.slug }),
    ...(isOther("theme") && { theme: now.theme }),
    ...(isOther("feed") && { feed: now.feed }),
    ...(isOther("robots") && { robots: now.robots }),
    ...(isOther("mayBeLinked") && { mayBeLinked: now.mayBeLinked }),
  };
}

/** What is wrong before anything is sent; only of what was changed. */
export function errorsIn(share: Share, now: Settings, today = dayOf(new Date())): Errors {
  const changes = changesOf(share, now);
  const limit = Number(now.limit);
  const isShort = "password" in changes && [...now.password].length < SHORTEST_PASSWORD;
  const isNoLimit = now.limit !== "" && !(Number.isInteger(limit) && limit >= 1 && limit <= MOST_VIEWS);
  return {
    ...(isShort && { password: t("shares.options.shortPassword") }),
    ...("expiresAt" in changes && now.end !== "" && now.end < today && { end: t("shares.options.badEnd") }),
    ...(isNoLimit && { limit: t("shares.options.badLimit") }),
    ...("slug" in changes && !SLUG.test(now.slug) && { slug: t("shares.options.badSlug") }),
  };
}

/** Where the service's refusal belongs. */
export function refusalAt(error: unknown): Errors {
  const places: Partial<Record<string, Errors>> = {
    name_taken: { slug: t("shares.options.takenSlug") },
    password: { password: t("shares.options.shortPassword") },
    expiresAt: { end: t("shares.options.badEnd") },
    viewLimit: { limit: t("shares.options.badLimit") },
    slug: { slug: t("shares.options.badSlug") },
  };
  return errorsAt(error, places, errorOfCall);
}

/** The last moment of that day where the reader is, or never. */
export function endOf(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59.000`).toISOString();
}

export function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
