import { beforeAll, describe, expect, it, vi } from "vitest";
import { speak } from "../../src/i18n";
import { daysBetween, nameOfNote, said, until } from "../../src/i18n/dates";

const now = new Date(2026, 10, 21, 18, 30);
const moment = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  await speak("en");
});

describe("a date as people say it", () => {
  it("names today and yesterday with the time", () => {
    expect(said(moment(2026, 10, 21, 14, 10), now)).toBe("today, 14:10");
    expect(said(moment(2026, 10, 20, 9, 5), now)).toBe("yesterday, 09:05");
  });
  it("names day and month within the year", () => {
    expect(said(moment(2026, 2, 12), now)).toBe("12 Mar");
  });
  it("names the year where it is another one", () => {
    expect(said(moment(2024, 10, 12), now)).toBe("12 Nov 2024");
  });
  it("is empty for what is no date", () => {
    expect(said("never", now)).toBe("");
  });
  it("counts midnights, not hours", () => {
    expect(daysBetween(new Date(2026, 10, 20, 23, 59), new Date(2026, 10, 21, 0, 1))).toBe(1);
  });
  it("says how long there is left", () => {
    expect(until(moment(2026, 11, 3), now)).toBe("in 12 days");
    expect(until(moment(2026, 10, 22), now)).toBe("tomorrow");
    expect(until(moment(2026, 10, 1), now)).toBe("today");
  });
});

describe("what a note is called", () => {
  it("is the day, of a journal entry", () => {
    expect(nameOfNote("2024-11-24")).toBe("Sun, 24 Nov 2024");
    expect(nameOfNote("2024-11-24 Plans")).toBe("2024-11-24 Plans");
    expect(nameOfNote("2024-13-24")).toBe("2024-13-24");
    expect(nameOfNote("")).toBe("Untitled");
  });
});

describe("a date in Arabic", () => {
  it("is of the calendar and in the digits of the journal, wherever the browser is", async () => {
    vi.stubGlobal("navigator", { languages: ["ar-SA"] });
    await speak("ar");
    expect(said(moment(2024, 10, 12), now)).toMatch(/^12 .*نوفمبر.* 2024$/);
    await speak("en");
  });
});
