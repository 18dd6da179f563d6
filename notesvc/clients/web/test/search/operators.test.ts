import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  errorOf,
  filtersToShow,
  has,
  notUnderstood,
  partsOf,
  replaced,
  soughtValue,
  toggled,
  withoutPart,
  written,
} from "../../src/search/operators";

test("a query falls into words, phrases and operators", () => {
  expect(partsOf('plan "next week" -draft tag:work #home $Ada in:"My folder" -is:journal')).toMatchObject([
    { operator: null, value: "plan", isNegated: false },
    { operator: null, value: "next week" },
    { operator: null, value: "draft", isNegated: true },
    { operator: "tag", value: "work" },
    { operator: "tag", value: "home" },
    { operator: "person", value: "Ada" },
    { operator: "in", value: "My folder" },
    { operator: "is", value: "journal", isNegated: true },
  ]);
});

test("a value with spaces is quoted", () => {
  expect(written("in", 'My "best" folder')).toBe('in:"My  best  folder"');
  expect(written("tag", "a/b")).toBe("tag:a/b");
});

test("a part goes in at the end and comes out again, the rest stays", () => {
  expect(toggled("plan", "tag", "work")).toBe("plan tag:work");
  expect(toggled("plan #Work week", "tag", "work")).toBe("plan week");
  expect(toggled("-tag:work", "tag", "work")).toBe("-tag:work tag:work");
});

test("a date takes the place of another", () => {
  expect(replaced("x after:2025 y", "after", "2026-01")).toBe("x y after:2026-01");
  expect(replaced("x after:2025", "after", null)).toBe("x");
});

test("what is asked for can be read back", () => {
  expect(soughtValue('in:"My folder" x', "in")).toBe("My folder");
  expect(has("is:Trashed", "is", "trashed")).toBe(true);
});

test("what is half written is known before it is asked", () => {
  expect(errorOf("is:jour")).toBe("is");
  expect(errorOf("before:20")).toBe("date");
  expect(errorOf("after:2026-02-30")).toBe("date");
  expect(errorOf("after:2026-2-3 is:journal x")).toBeNull();
});

test("folder: is in:, and brackets and OR stay where they are", () => {
  expect(has('(folder:"My folder" OR x)', "in", "my folder")).toBe(true);
  expect(toggled("(plan OR tag:work) x", "is", "journal")).toBe("(plan OR tag:work) x is:journal");
  expect(toggled("(plan OR tag:work) x", "tag", "work")).toBe("( plan OR ) x");
});

test("what has: knows is known here too", () => {
  expect(errorOf("has:tas")).toBe("has");
  expect(errorOf("has:Tasks (has:link)")).toBeNull();
});

const EXAMPLES = JSON.parse(readFileSync("../../../tests/text/filters_to_show.json", "utf8")) as [
  string,
  [string, string, boolean][],
][];

test.each(EXAMPLES)("the filters to show of %s are those that the service shows", (query, filters) => {
  const shown = filtersToShow(query).map(({ operator, value, isNegated }) => [operator, value, isNegated]);
  expect(shown).toEqual(filters);
});

test("a filter is taken out from where it stands", () => {
  const query = 'plan tag:a "next week" tag:a';
  expect(filtersToShow(query).map(({ place }) => withoutPart(query, place))).toEqual([
    'plan "next week" tag:a',
    'plan tag:a "next week"',
  ]);
});

test("a pattern and a filter that there is none of are told apart from words", () => {
  expect(notUnderstood("/call.*outs/ x")).toEqual({ pattern: true });
  expect(notUnderstood("x regex:call")).toEqual({ filter: "regex:" });
  for (const words of ["plan tag:a", "https://example.org/a", "and/or", "10:30", "Note: this", '"path:x y"'])
    expect(notUnderstood(words)).toBeNull();
});
