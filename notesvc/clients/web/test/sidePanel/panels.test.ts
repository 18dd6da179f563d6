import { beforeAll, expect, test } from "vitest";
import { speak } from "../../src/i18n";
import { measureOf } from "../../src/sidePanel/measure";
import { byDay, writerOf } from "../../src/sidePanel/versions/days";
import type { Version } from "../../src/sidePanel/versions/versionsQuery";
import type { Hunk } from "../../src/ui/differences/Differences";
import { folded } from "../../src/ui/differences/folding";

beforeAll(() => speak("en"));

test.each([
  ["nothing", "", 0, 0],
  ["a line", "One two-three, don't.\n\n- 4", 4, 1],
  ["Japanese", "日本語です。", 3, 1],
  ["Arabic", "كتب عربية", 2, 1],
  ["a long text", "word ".repeat(2_300), 2_300, 10],
])("%s has its words and minutes", (_, text, words, minutes) => {
  expect(measureOf(text)).toMatchObject({ words, minutes });
});

const made = (createdAt: string, some: Partial<Version> = {}): Version => ({
  id: createdAt,
  noteId: "n",
  name: "",
  contentHash: "",
  reason: "autosave",
  createdAt,
  authorId: null,
  authors: [],
  origin: "web",
  size: 0,
  ...some,
});

test.each([
  [[], "ada", "You"],
  [[], "bob", "Bob"],
  [[], "eve", "Somebody else"],
  [["bob"], "bob", "bob"],
  [["bob", "ada"], "bob", "You and bob"],
  [["bob", "eve"], "bob", "bob and eve"],
  [["bob", "eve", "ada", "dan", "zoe"], "bob", "You, bob, and 3 others"],
])("a version by %j, saved by %s, says who", (authors, authorId, said) => {
  const version = made("", {
    authorId,
    authors: authors.map((name) => ({ userId: name, handle: name, name })),
  });
  const known = [{ id: "bob", handle: "bob", name: "Bob" }];
  expect(writerOf(version, { id: "ada" } as never, known)).toBe(said);
});

test("versions stand under their days, the newest first", () => {
  const now = new Date(2026, 10, 21, 12);
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  const days = byDay([made(at(21, 11)), made(at(21, 9)), made(at(20, 23)), made(at(3, 1))], now);
  expect(days.map((day) => [day.name, day.versions.length])).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    [expect.stringContaining("November"), 1],
  ]);
});

test("what is far from any change is folded, and nothing of the text is lost", () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}`).join("\n");
  const hunks: Hunk[] = [
    { op: "equal", text: lines(20, "a") },
    { op: "insert", text: "new" },
    { op: "equal", text: lines(4, "b") },
    { op: "delete", text: "old" },
    { op: "equal", text: lines(30, "c") },
  ];
  const parts = folded(hunks);
  expect(parts.map((part) => part.op)).toEqual([
    "folded",
    "equal",
    "insert",
    "equal",
    "delete",
    "equal",
    "folded",
  ]);
  expect(parts.map((part) => part.text).join("")).toBe(hunks.map((hunk) => hunk.text).join(""));
});
