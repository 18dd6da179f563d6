import { describe, expect, it } from "vitest";
import { best, ranked } from "../../src/editor/menus/ranking";

const names = (list: string[], query: string, limit = 8) =>
  best(
    ranked(list, (name) => name),
    query,
    limit,
  );

describe("names that a few letters mean", () => {
  it("come in the order of the list where nothing was typed", () => {
    expect(names(["b", "a", "c"], "", 2)).toEqual(["b", "a"]);
  });

  it("come as itself, as its beginning, as a word's beginning, within, then all words, then letters in order", () => {
    const list = ["Bigplan", "Our plan", "Planning", "p l x a n", "Plan", "Road plans (old)"];
    expect(names(list, "plan")).toEqual([
      "Plan",
      "Planning",
      "Our plan",
      "Road plans (old)",
      "Bigplan",
      "p l x a n",
    ]);
    expect(names(["notes of the week", "weekly notes"], "week notes")).toEqual([
      "notes of the week",
      "weekly notes",
    ]);
  });

  it("are found whatever the case and script", () => {
    expect(names(["Über uns", "日本語メモ", "رسالة"], "über")).toEqual(["Über uns"]);
    expect(names(["Über uns", "日本語メモ", "رسالة"], "本語")).toEqual(["日本語メモ"]);
  });

  it("are found among ten thousand within twenty milliseconds", () => {
    const list = ranked(
      Array.from(
        { length: 10_000 },
        (_, index) => `Note number ${index} about something that is long enough`,
      ),
      (name) => name,
    );
    best(list, "warm", 8);
    const start = performance.now();
    expect(best(list, "number 9999", 8)).toEqual(["Note number 9999 about something that is long enough"]);
    best(list, "nbsmt", 8);
    // A busy machine takes long for anything; what compares each with each takes longer still.
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
