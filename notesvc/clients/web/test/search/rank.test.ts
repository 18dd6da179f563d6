import { expect, test } from "vitest";
import { fitness, folded, ranked } from "../../src/search/rank";

const best = (query: string, names: string[]) =>
  ranked(
    names.map((name) => ({ name, folded: folded(name) })),
    query,
  ).map((item) => item.name);

test("exact comes before beginning, beginning before words, words before anywhere, anywhere before letters", () => {
  expect(best("plan", ["p-l-a-n b", "explanation", "The plan", "Planning", "Plan"])).toEqual([
    "Plan",
    "Planning",
    "The plan",
    "explanation",
    "p-l-a-n b",
  ]);
});

test("several words fit in any order", () => {
  expect(best("notes meeting", ["Meeting notes", "Meeting", "Notes"])).toEqual(["Meeting notes"]);
});

test("accents, case and width do not count", () => {
  expect(best("resume", ["Résumé"])).toEqual(["Résumé"]);
  expect(best("strasse", ["Straße"])).toEqual(["Straße"]);
  expect(best("ＡＢＣ", ["abc"])).toEqual(["abc"]);
});

test("Chinese, Japanese and Korean are found anywhere in a name", () => {
  expect(best("会議", ["昨日の会議メモ", "昨日"])).toEqual(["昨日の会議メモ"]);
  expect(best("회의", ["어제 회의록"])).toEqual(["어제 회의록"]);
  expect(folded("が")).not.toBe(folded("か"));
});

test("letters in order begin at a word", () => {
  expect(fitness("gtd", "getting things done")).toBeGreaterThan(0);
  expect(fitness("td", "getting things done")).toBeGreaterThan(0);
  expect(fitness("ed", "getting things done")).toBe(0);
});

test("an empty query leaves the order alone", () => {
  expect(best("", ["b", "a"])).toEqual(["b", "a"]);
});

test("what fits alike keeps its order", () => {
  expect(best("a", ["a2", "a1"])).toEqual(["a2", "a1"]);
});

test("ten thousand names are ranked in a moment", () => {
  const items = Array.from({ length: 10_000 }, (_, at) => ({ folded: `a note about subject number ${at}` }));
  ranked(items, "nut");
  const before = performance.now();
  expect(ranked(items, "subject 99").length).toBeGreaterThan(100);
  // A busy machine takes long for anything; what compares each with each takes longer still.
  expect(performance.now() - before).toBeLessThan(3_000);
});
