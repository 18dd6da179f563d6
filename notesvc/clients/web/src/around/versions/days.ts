/** Versions by the day they were made on, and how they came about in words. */
import type { User } from "../../api";
import { t } from "../../words";
import { daysBetween, format, locale } from "../../words/dates";
import type { Version } from "./versionsQuery";

export interface Day {
  name: string;
  versions: Version[];
}

export function byDay(versions: readonly Version[], now: Date = new Date()): Day[] {
  const days: Day[] = [];
  for (const version of versions) {
    const name = dayName(new Date(version.createdAt), now);
    const last = days.at(-1);
    if (last?.name === name) last.versions.push(version);
    else days.push({ name, versions: [version] });
  }
  return days;
}

function dayName(date: Date, now: Date): string {
  const ago = daysBetween(now, date);
  if (ago === 0 || ago === -1) {
    const word = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(ago, "day");
    return word.charAt(0).toLocaleUpperCase() + word.slice(1);
  }
  const isThisYear = date.getFullYear() === now.getFullYear();
  return format({
    weekday: "long",
    day: "numeric",
    month: "long",
    year: isThisYear ? undefined : "numeric",
  }).format(date);
}

export const timeOf = (version: Version): string =>
  format({ timeStyle: "short" }).format(new Date(version.createdAt));

/** "Autosave", "Saved by hand", "Restored" and so on. */
export const reasonOf = (version: Version): string => t(`around.versions.reason.${version.reason}`);

/** Who wrote it, and by what means where that was not the web app. */
export function writerOf(version: Version, user: User | null | undefined): string {
  const who = version.authorId === user?.id ? t("around.versions.you") : t("around.versions.somebody");
  const means = meansOf(version.origin);
  return means ? t("around.versions.by", { who, means }) : who;
}

function meansOf(origin: string): string {
  if (origin === "web") return "";
  if (origin === "import" || origin === "welcome") return t(`around.versions.means.${origin}`);
  return origin.startsWith("token:") ? t("around.versions.means.token") : origin;
}
