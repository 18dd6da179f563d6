/** Versions by the day they were made on, and how they came about in words. */
import type { User } from "../../api";
import { t } from "../../i18n";
import { atStart, daysBetween, format, locale } from "../../i18n/dates";
import type { Reader } from "../../state/collaborators";
import type { Version } from "./versionsQuery";

const NAMED = 3;

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
    return atStart(new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(ago, "day"));
  }
  const isThisYear = date.getFullYear() === now.getFullYear();
  const year = isThisYear ? undefined : "numeric";
  return atStart(format({ weekday: "long", day: "numeric", month: "long", year }).format(date));
}

export const timeOf = (version: Version): string =>
  format({ timeStyle: "short" }).format(new Date(version.createdAt));

/** "Autosave", "Saved by hand", "Restored" and so on; "First version" of the last of all. */
export const reasonOf = (version: Version, versions: readonly Version[] = []): string =>
  version === versions.at(-1)
    ? t("sidePanel.versions.reason.first")
    : t(`sidePanel.versions.reason.${version.reason}`);

/** "Today, 10:20 PM: first version". */
export function titleOf(version: Version, versions: readonly Version[], now: Date = new Date()): string {
  const [day] = byDay([version], now);
  const moment = t("common.moment", { day: day?.name ?? "", time: timeOf(version) });
  return t("common.about", { what: moment, said: reasonOf(version, versions) });
}

/** Who wrote it, and by what means where that was not the web app. `known`: those around the note. */
export function writerOf(
  { authors, authorId, origin }: Version,
  user: User | null | undefined,
  known: readonly Reader[] = [],
): string {
  const one = known.filter(({ id }) => id === authorId).map(({ name, handle }) => name || `@${handle}`);
  const written = authors.map(({ userId: id, name, handle }) => ({ id, name: name || `@${handle}` }));
  const all =
    written.length > 0 ? written : [{ id: authorId, name: one[0] ?? t("sidePanel.versions.somebody") }];
  const isMe = ({ id }: { id: string | null }) => id === user?.id;
  const others = all.filter((each) => !isMe(each)).map(({ name }) => name);
  const who = cutList(all.some(isMe) ? [t("sidePanel.versions.you"), ...others] : others);
  const means = meansOf(origin);
  return means ? t("sidePanel.versions.by", { who, means }) : who;
}

/** "Ada, Bob and 3 others". */
function cutList(names: readonly string[]): string {
  const count = names.length - (NAMED - 1);
  const said =
    names.length > NAMED ? [...names.slice(0, NAMED - 1), t("sidePanel.versions.others", { count })] : names;
  return new Intl.ListFormat(locale()).format(said);
}

function meansOf(origin: string): string {
  // A room is the web app as well; the reason says that it was one.
  if (origin === "web" || origin === "collaboration") return "";
  if (origin === "import" || origin === "welcome") return t(`sidePanel.versions.means.${origin}`);
  return origin.startsWith("token:") ? t("sidePanel.versions.means.token") : origin;
}
