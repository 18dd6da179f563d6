import { beforeAll, expect, it, vi } from "vitest";
import { speak } from "../../src/i18n";
import { afterKey } from "../../src/pages/journal/Calendar";
import {
  addDays,
  addMonths,
  dayInWords,
  firstDayOfWeek,
  isDay,
  monthInWords,
  weeksOf,
} from "../../src/pages/journal/days";
import { earlierYears, latestBefore, neighbours } from "../../src/pages/journal/entries";

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  await speak("en");
});

const entry = (date: string) => ({ date, note: { id: date } as never });
const ENTRIES = ["2024-11-21", "2025-11-21", "2026-11-20", "2026-11-21", "2026-11-25"].map(entry);
const key = (name: string, shiftKey = false) => ({
  key: name,
  shiftKey,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
});

it("knows days that there are from those that there are not", () => {
  expect(["2026-11-21", "2024-02-29"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-11-31", "2026-1-1", "today", ""].some(isDay)).toBe(false);
});

it("goes over the ends of months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
  expect(addDays("2026-10-25", 1)).toBe("2026-10-26");
});

it("lays a month out in whole weeks from the first day of the week", () => {
  const weeks = weeksOf("2026-11-21", 1);
  expect(weeks.map((week) => week[0])).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
    "2026-11-23",
    "2026-11-30",
  ]);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeksOf("2026-11-21", 0)[0]?.[0]).toBe("2026-11-01");
});

it("begins the week as the region does", () => {
  expect([firstDayOfWeek("en-US"), firstDayOfWeek("de-DE"), firstDayOfWeek("ar-EG")]).toEqual([0, 1, 6]);
});

it.each([
  ["ArrowRight", "2026-11-22"],
  ["ArrowLeft", "2026-11-20"],
  ["ArrowDown", "2026-11-28"],
  ["ArrowUp", "2026-11-14"],
  ["Home", "2026-11-16"],
  ["End", "2026-11-22"],
  ["PageUp", "2026-10-21"],
  ["PageDown", "2026-12-21"],
])("moves by %s to %s", (name, day) => {
  expect(afterKey(key(name), "2026-11-21", false)).toBe(day);
});

it("moves the other way where one reads from right to left, and by years with Shift", () => {
  expect(afterKey(key("ArrowRight"), "2026-11-21", true)).toBe("2026-11-20");
  expect(afterKey(key("PageUp", true), "2026-11-21", false)).toBe("2025-11-21");
  expect(afterKey(key("a"), "2026-11-21", false)).toBeNull();
});

it("finds what stands before and after a day, and on it in earlier years", () => {
  expect(neighbours(ENTRIES, "2026-11-21")).toEqual({ before: "2026-11-20", after: "2026-11-25" });
  expect(neighbours(ENTRIES, "2030-01-01")).toEqual({ before: "2026-11-25", after: undefined });
  expect(earlierYears(ENTRIES, "2026-11-21").map(({ date }) => date)).toEqual(["2025-11-21", "2024-11-21"]);
});

it("knows the last few entries before a day, the latest first", () => {
  expect(latestBefore(ENTRIES, "2026-11-21").map(({ date }) => date)).toEqual(
    ENTRIES.map(({ date }) => date)
      .filter((date) => date < "2026-11-21")
      .slice(-4)
      .reverse(),
  );
  expect(latestBefore(ENTRIES, "2026-11-25").at(0)?.date).not.toBe("2026-11-25");
});

it("begins a day or a month that stands alone with a capital, in Spanish too", async () => {
  await speak("es");
  expect(monthInWords("2026-11-21")).toBe("Noviembre de 2026");
  expect(dayInWords("2026-11-21")).toMatch(/^Sábado,? 21 de noviembre de 2026$/);
  await speak("en");
});
