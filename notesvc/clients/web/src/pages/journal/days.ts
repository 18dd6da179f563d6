/** Days as `2026-11-21`, the way the service names them; no clock and no time zone is in them. */
import { atStart, customs, format, locale } from "../../i18n/dates";

export type Day = string;

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(dateOf(text)) === text;
}

export const today = (): Day => dayOf(new Date());

/** Noon of the day on this device's clock, so that no change of the clock moves it. */
export function dateOf(day: Day): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  const noon = new Date(2000, month - 1, date, 12);
  noon.setFullYear(year, month - 1, date);
  return noon;
}

export function dayOf(date: Date): Day {
  const part = (value: number, length: number) => String(value).padStart(length, "0");
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}

export function addDays(day: Day, count: number): Day {
  const date = dateOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** The same day of another month, or its last where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const date = dateOf(day);
  const wanted = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + count);
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(wanted, last));
  return dayOf(date);
}

/** The weeks that the month of the day touches, each from its first weekday on (0: Sunday). */
export function weeksOf(day: Day, firstWeekday: number = firstDayOfWeek()): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  let start = addDays(first, -((dateOf(first).getDay() - firstWeekday + 7) % 7));
  const weeks: Day[][] = [];
  do {
    const from = start;
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(from, offset)));
    start = addDays(start, 7);
  } while (start.slice(0, 7) === day.slice(0, 7));
  return weeks;
}

const SUNDAY_REGIONS = /^(US|CA|MX|BR|AR|CO|PE|IN|JP|KR|TW|HK|TH|PH|ID|ZA|IL|SA|AU)$/;
const SATURDAY_REGIONS = /^(AE|EG|IQ|IR|JO|KW|LY|OM|QA|SY|DZ|BH|AF)$/;

type WeekInfo = { firstDay: number };

/** 0: Sunday. As the locale has it; browsers that do not know ask a short list of regions. */
export function firstDayOfWeek(tag: string = locale()): number {
  if (customs.firstDay !== "auto") return Number(customs.firstDay);
  const known = new Intl.Locale(tag) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  const info = known.getWeekInfo?.() ?? known.weekInfo;
  if (info) return info.firstDay % 7;
  const region = known.maximize().region ?? "";
  return SUNDAY_REGIONS.test(region) ? 0 : SATURDAY_REGIONS.test(region) ? 6 : 1;
}

/** "Saturday, 21 November 2026" */
export const dayInWords = (day: Day): string =>
  atStart(format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(dateOf(day)));

/** "November 2026" */
export const monthInWords = (day: Day): string =>
  atStart(format({ month: "long", year: "numeric" }).format(dateOf(day)));
