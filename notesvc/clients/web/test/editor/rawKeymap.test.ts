// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { made } from "./rawSurface";

const makes = (key: string) => (rows: [before: string, after: string][]) =>
  it.each(rows)("makes of %j %j", (before, after) => expect(made(before, key)).toBe(after));

describe("Enter", () => {
  makes("Enter")([
    ["¦ab", "\n¦ab"],
    ["a¦b", "a\n¦b"],
    ["ab¦", "ab\n¦"],
    ["¦", "\n¦"],
    ["## a¦b", "## a\n¦b"],
    ["[[Links]] a¦b", "[[Links]] a\n¦b"],
    ["---¦", "---\n¦"],
    ["![dot](/files/1/dot.png)¦", "![dot](/files/1/dot.png)\n¦"],
    ["$$\nx¦\n$$", "$$\nx\n¦\n$$"],
    ["```\n  a¦b\n```", "```\n  a\n  ¦b\n```"],
    ["```\na¦\n```", "```\na\n¦\n```"],
  ]);

  describe("goes on in a list or quote, and ends it where nothing was written", () =>
    makes("Enter")([
      ["- ¦ab", "- \n- ¦ab"],
      ["1. ab¦\n2. c", "1. ab\n2. ¦\n3. c"],
      ["- [x] ab¦", "- [x] ab\n- [ ] ¦"],
      ["- a\n  - ¦", "- a\n- ¦"],
      ["1. a\n   1. ¦", "1. a\n2. ¦"],
      ["- a\n- ¦", "- a\n\n¦"],
      ["> a¦b", "> a\n> ¦b"],
      ["> a\n> ¦", "> a\n\n¦"],
      ["> [!tip] a¦", "> [!tip] a\n> ¦"],
      ["> [!tip] a\n> ¦", "> [!tip] a\n\n¦"],
    ]));

  describe("goes down in a table, and leaves it from an empty last row", () =>
    makes("Enter")([
      ["| a | b¦ |\n| - | - |\n| 1 | 2 |", "| a   | b   |\n| --- | --- |\n| 1   | 2¦   |"],
      ["| a |\n| - |\n| 1¦ |", "| a   |\n| --- |\n| 1   |\n| ¦    |"],
      ["| a |\n| - |\n| 1 |\n| ¦ |", "| a   |\n| --- |\n| 1   |\n\n¦"],
      ["| a |\n| - |\n| 1 |¦", "| a |\n| - |\n| 1 |\n¦"],
    ]));

  describe("with Shift begins a line of the same item", () =>
    makes("Shift+Enter")([
      ["a¦b", "a\n¦b"],
      ["- a¦b", "- a\n  ¦b"],
      ["1. a¦b", "1. a\n   ¦b"],
      ["- [ ] a¦b", "- [ ] a\n  ¦b"],
      ["```\na¦b\n```", "```\na\n¦b\n```"],
    ]));

  describe("with Ctrl leaves a table, and begins a line anywhere else", () =>
    makes("Control+Enter")([
      ["| a¦ |\n| - |\n| 1 |", "| a   |\n| --- |\n| 1   |\n\n¦"],
      ["a¦b", "ab\n¦"],
    ]));
});

describe("Tab", () => {
  describe("goes in where a list, code or a table lets it, and does nothing anywhere else", () =>
    makes("Tab")([
      ["a¦b", "a¦b"],
      ["## a¦", "## a¦"],
      ["> a¦", "> a¦"],
      ["---¦", "---¦"],
      ["$$\nx¦\n$$", "$$\nx¦\n$$"],
      ["- a¦", "- a¦"],
      ["- a\n- b¦\n  - in", "- a\n  - b¦\n    - in"],
      ["1. a\n2. b¦\n3. c", "1. a\n   1. b¦\n2. c"],
      ["- [ ] a\n- [x] b¦", "- [ ] a\n  - [x] b¦"],
      ["> - a\n> - b¦", "> - a\n>   - b¦"],
      ["```\n¦a\n```", "```\n  ¦a\n```"],
      ["    a¦", "    a  ¦"],
      ["| ab¦c | de |\n| - | - |\n| f | g |", "| abc | de¦  |\n| --- | --- |\n| f   | g   |"],
      ["| a | b¦ |\n| - | - |\n| one | two |", "| a   | b   |\n| --- | --- |\n| one¦ | two |"],
      ["| a |\n| - |\n| 1¦ |", "| a   |\n| --- |\n| 1   |\n| ¦    |"],
    ]));

  describe("with Shift goes out again", () =>
    makes("Shift+Tab")([
      ["a¦b", "a¦b"],
      ["> a¦", "> a¦"],
      ["- a¦", "- a¦"],
      ["- a\n  - b¦\n    - c", "- a\n- b¦\n  - c"],
      ["1. a\n   1. b¦\n2. c", "1. a\n2. b¦\n3. c"],
      ["- [ ] a\n  - [ ] b¦", "- [ ] a\n- [ ] b¦"],
      ["```\na\n  b¦\n```", "```\na\nb¦\n```"],
      ["| a | b |\n| - | - |\n| ¦1 | 2 |", "| a   | b¦   |\n| --- | --- |\n| 1   | 2   |"],
    ]));

  it.each(["Wor¦ds", "- [ ] one¦", "| a |\n| - |\n| ¦b |", "```\na¦\n```"])(
    "leaves %j after Escape alone",
    (text) => {
      expect(made(text, "Escape", "Tab")).toBeNull();
      expect(made(text, "Escape", "Shift+Tab")).toBeNull();
      expect(made(text, "Escape", "ArrowLeft", "Tab")).not.toBeNull();
    },
  );
});

describe("Backspace takes the sign of an item or a quote, and a letter anywhere else", () =>
  makes("Backspace")([
    ["¦a", "¦a"],
    ["a¦b", "¦b"],
    ["a\n\n¦b", "a\n¦b"],
    ["## ¦a", "##¦a"],
    ["- a\n- ¦b", "- a\n¦b"],
    ["- a\n  - ¦b", "- a\n- ¦b"],
    ["1. a\n2. ¦b\n3. c", "1. a\n¦b\n1. c"],
    ["- [x] ¦a", "¦a"],
    ["> a\n> ¦b", "> a\n¦b"],
    ["```\n¦a\n```", "```¦a\n```"],
    ["---\n\n¦a", "---\n¦a"],
  ]));

describe("Delete takes the letter behind the caret", () =>
  makes("Delete")([
    ["a¦", "a¦"],
    ["a¦b", "a¦"],
    ["a¦\n\nb", "a¦\nb"],
    ["- a¦\n- b", "- a¦- b"],
  ]));

it.each([
  "![dot](/files/1/dot.png)\n\non¦e",
  "---\n\non¦e",
  "on¦e\n\n---",
  "| a |\n| --- |\n| ¦b |",
  "> [!tip] T\n> on¦e",
])("all of %j is selected and deleted", (text) => {
  expect(made(text, "Control+a")).toBe(`‹${text.replace("¦", "")}›`);
  expect(made(text, "Control+a", "Backspace")).toBe("¦");
});

/** Each stands between two paragraphs; the caret is where its braces are. */
const KINDS = {
  paragraph: "{b and e}",
  heading: "## {b and e}",
  nested: "1. out\n   1. {b and e}",
  task: "- [ ] out\n  - [ ] {b and e}",
  title: "> [!tip] {b and e}\n> body",
  code: "```\n{b and\n    e}\n```",
  cell: "| x   | y   |\n| --- | --- |\n|     | {b and e} |",
  formula: "$$\n{b and e}\n$$",
};
const KEYS =
  "Enter Shift+Enter Backspace Delete Tab Shift+Tab ArrowUp ArrowDown ArrowLeft ArrowRight Home End";
const letters = (text: string) => text.replace(/[^A-Za-z]/g, "");

/** With the caret before the first letter and behind the last; a letter goes by the key that points to it. */
const edges = (text: string) => [
  { at: text.replace("{", "¦").replace("}", ""), taker: "Delete" },
  { at: text.replace("{", "").replace("}", "¦"), taker: "Backspace" },
];

describe("no key at an edge of a block loses the caret or a word", () => {
  it.each(Object.entries(KINDS))("%s", (_, text) => {
    const found = edges(text).flatMap(({ at, taker }) =>
      KEYS.split(" ").filter((key) => {
        const after = made(`a\n\n${at}\n\nc`, key);
        const most = letters(`a${at}c`).length - (key === taker ? 1 : 0);
        return after === null || !after.includes("¦") || letters(after).length !== most;
      }),
    );
    expect(found).toEqual([]);
  });
});
