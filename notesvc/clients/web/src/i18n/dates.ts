/** Dates as people say them, in the language of the app and the customs of the browser's region. */
import { spokenLanguage } from ".";

/** The locale to write in: the browser's own where it is of the app's language, such as `en-GB`. */
export function locale(): string {
  const language = spokenLanguage();
  const known = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  return known.find((tag) => tag.split("-")[0] === language) ?? language;
}

const made = new Map<string, Intl.DateTimeFormat>();

/** A formatter, made once: making them is slow, and a list asks for hundreds. */
export function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const ready = made.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  made.set(key, ready);
  return ready;
}

/** "today, 14:10", "yesterday, 14:10", "12 Nov", "12 Nov 2024". */
export function said(moment: string, now: Date = new Date()): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  const days = daysBetween(now, date);
  if (days === 0 || days === -1) return `${day(days)}, ${format({ timeStyle: "short" }).format(date)}`;
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

/** "30 seconds ago", "4 minutes ago". */
export function ago(seconds: number): string {
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? words.format(-whole, "second") : words.format(-Math.floor(whole / 60), "minute");
}

/** How many midnights lie between the two moments, on this device's clock. */
export function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

function day(days: number): string {
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(days, "day");
}
