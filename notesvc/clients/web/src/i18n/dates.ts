/** Dates as people say them, in the language of the app and the customs of the browser's region. */
import { spokenLanguage, t } from ".";

/**
 * The locale to write in: the browser's own where it is of the app's language, such as `en-GB`. Arabic is written with
 * the calendar and the digits of the journal and of what people type, whatever its region is used to.
 */
export function locale(): string {
  const language = spokenLanguage();
  const known = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  const found = known.find((tag) => tag.split("-")[0] === language) ?? language;
  return language === "ar" ? `${found.split("-u-")[0]}-u-ca-gregory-nu-latn` : found;
}

/** What somebody chose in place of the customs of the browser's region. */
export interface Customs {
  clock: "auto" | "h12" | "h23";
  /** The first day of the week, Sunday being 0. */
  firstDay: "auto" | "1" | "6" | "0";
}
export const customs: Customs = { clock: "auto", firstDay: "auto" };

const made = new Map<string, Intl.DateTimeFormat>();
const madeRelative = new Map<string, Intl.RelativeTimeFormat>();

/** A formatter, made once: making them is slow, and a list asks for hundreds. */
export function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { clock } = customs;
  const key = `${locale()} ${clock} ${JSON.stringify(options)}`;
  const hours = options.timeStyle && clock !== "auto" ? { hourCycle: clock } : {};
  const ready = made.get(key) ?? new Intl.DateTimeFormat(locale(), { ...options, ...hours });
  made.set(key, ready);
  return ready;
}

/** A date that stands alone, or begins what is said: Spanish writes months and days of the week small within it. */
export const atStart = (words: string): string =>
  words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1);

function relative(): Intl.RelativeTimeFormat {
  const key = locale();
  const ready = madeRelative.get(key) ?? new Intl.RelativeTimeFormat(key, { numeric: "auto" });
  madeRelative.set(key, ready);
  return ready;
}

/** "today, 14:10", "yesterday, 14:10", "12 Nov", "12 Nov 2024". */
export function said(moment: string, now: Date = new Date()): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  const days = daysBetween(now, date);
  if (days === 0 || days === -1) {
    return t("common.moment", { day: day(days), time: format({ timeStyle: "short" }).format(date) });
  }
  const isThisYear = date.getFullYear() === now.getFullYear();
  return format({ day: "numeric", month: "short", year: isThisYear ? undefined : "numeric" }).format(date);
}

/** The moment to the minute, with the day of the week, for those who want to know exactly. */
export function exact(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? "" : format({ dateStyle: "full", timeStyle: "short" }).format(date);
}

/** "in 12 days", "tomorrow", "today". */
export function until(moment: string, now: Date = new Date()): string {
  return day(Math.max(0, daysBetween(now, new Date(moment))));
}

/** "Fri, 20 Nov" for the name of a journal entry, which is its day; null for other names. */
export function dayName(name: string): string | null {
  const noon = /^\d{4}-\d{2}-\d{2}$/.test(name) ? new Date(`${name}T12:00`) : null;
  if (noon === null || Number.isNaN(noon.getTime())) return null;
  const isThisYear = noon.getFullYear() === new Date().getFullYear();
  const year = isThisYear ? undefined : "numeric";
  return format({ weekday: "short", day: "numeric", month: "short", year }).format(noon);
}

/** What a note is called where it is named: a journal entry by its day, one without a name "Untitled". */
export const nameOfNote = (name: string | null | undefined): string =>
  (name && dayName(name)) || name || t("common.untitled");

/** "yesterday", "today", "in 3 days": a day as `2026-11-24`, seen from now. */
export function dueIn(on: string, now: Date = new Date()): string {
  return day(daysBetween(now, new Date(`${on}T12:00`)));
}

/** "30 seconds ago", "4 minutes ago". */
export function ago(seconds: number): string {
  const words = relative();
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? words.format(-whole, "second") : words.format(-Math.floor(whole / 60), "minute");
}

/** How many midnights lie between the two moments, on this device's clock. */
export function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

function day(days: number): string {
  return relative().format(days, "day");
}
