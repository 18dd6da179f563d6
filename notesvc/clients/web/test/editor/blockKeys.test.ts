// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { NoteEditor } from "../../src/editor/blocks/schema";
import { type Act, column, DOT, FORMULA, made, typed } from "./blockKeys";

const makes =
  (...acts: Act[]) =>
  (rows: [before: string, after: string | null][]) =>
    it.each(rows)("makes of %j %j", (before, after) => expect(made(before, ...acts)).toBe(after));

describe("Enter", () => {
  makes("Enter")([
    ["¦ab", "·\n\n¦ab"],
    ["a¦b", "a\n\n¦b"],
    ["ab¦", "ab\n\n¦"],
    ["¦", "·\n\n¦"],
    ["[[Links]] a¦b", "[[Links]] a\n\n¦b"],
    ["==pen== a $x^2$¦", "==pen== a $x^2$\n\n¦"],
    ["## ¦ab", "## \n\n## ¦ab"],
    ["## a¦b", "## a\n\n¦b"],
    ["## ab¦", "## ab\n\n¦"],
    ["- ¦ab", "- \n- ¦ab"],
    ["- a¦b", "- a\n- ¦b"],
    ["- ab¦\n    - in", "- ab\n- ¦\n    - in"],
    ["1. ab¦\n2. c", "1. ab\n2. ¦\n3. c"],
    ["- [x] ab¦", "- [x] ab\n- [ ] ¦"],
    ["- a¦b <!-- toggle -->\n    - c", "- a <!-- toggle -->\n    - c\n- ¦b <!-- toggle -->"],
  ]);

  describe("in an empty item goes one level out", () =>
    makes("Enter")([
      ["- a\n- ¦", "- a\n\n¦"],
      ["- a\n    - ¦", "- a\n- ¦"],
      ["- a\n    - ¦\n    - b", "- a\n- ¦\n    - b"],
      ["1. a\n    1. ¦", "1. a\n2. ¦"],
      ["1. a\n    - ¦", "1. a\n2. ¦"],
      ["- [ ] a\n    - [ ] ¦", "- [ ] a\n- [ ] ¦"],
      ["> - a\n> - ¦", "> - a\n>\n> ¦"],
    ]));

  describe("in a quote or callout goes on in its body, and leaves it from an empty last line", () =>
    makes("Enter")([
      ["> ¦ab", "> ·\n\n> ¦ab"],
      ["> a¦b", "> a\n>\n> ¦b"],
      ["> ¦", "¦"],
      ["> a\n>\n> b¦", "> a\n>\n> b\n>\n> ¦"],
      ["> a\n>\n> ¦", "> a\n\n¦"],
      ["> a\n>\n> ¦\n>\n> c", "> a\n>\n> ·\n>\n> ¦\n>\n> c"],
      ["> [!tip] ¦ab", "> [!tip] \n> ¦ab"],
      ["> [!tip] a¦b", "> [!tip] a\n> ¦b"],
      ["> [!tip]- ab¦\n>\n> body", "> [!tip]- ab\n> ¦\n>\n> body"],
      ["> [!tip] a\n>\n> ¦", "> [!tip] a\n\n¦"],
    ]));

  describe("in code begins under the line before it, and leaves it behind two empty ones", () =>
    makes("Enter")([
      ["```\n¦ab\n```", "```\n\n¦ab\n```"],
      ["```\n  a¦b\n```", "```\n  a\n  ¦b\n```"],
      ["```\n\tab¦\n```", "```\n\tab\n\t¦\n```"],
      ["```\na\n\n¦\n```", "```\na\n```\n\n¦"],
    ]));

  describe("in a table goes down its column, makes a row below the last, and leaves an empty last row", () =>
    makes("Enter")([
      ["| a | b¦ |\n| --- | --- |\n| 1 | 2 |", "| a | b |\n| --- | --- |\n| 1 | 2¦ |"],
      ["| a | b |\n| --- | --- |\n| 1 | 2¦ |", "| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | ¦ |"],
      ["| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | ¦ |", "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n¦"],
      [column("a", "¦"), column("a", "", "¦")],
    ]));

  describe("below what holds no letters goes on", () =>
    makes("Enter")([
      ["‹---›", "---\n\n¦"],
      [`a\n\n‹${DOT}›\n\nb`, `a\n\n${DOT}\n\n¦\n\nb`],
      ["‹<!-- a -->›", "<!-- a -->\n\n¦"],
      [`‹${FORMULA}›`, `${FORMULA}\n\n¦`],
      [`${FORMULA}¦`, `${FORMULA}\n\n¦`],
      ["$$\nx¦\n$$", "$$\nx\n¦\n$$"],
    ]));

  describe("with Shift begins a line in the same block, but none before its first word, and leaves code", () =>
    makes("Shift+Enter")([
      ["¦ab", "·\n\n¦ab"],
      ["- ¦ab", "- \n- ¦ab"],
      ["> ¦ab", "> ·\n\n> ¦ab"],
      ["> a\n>\n> ¦", "> a\n\n¦"],
      ["1. a\n    - ¦", "1. a\n2. ¦"],
      ["| ¦a | b |\n| --- | --- |\n| c | d |", "| ¦a | b |\n| --- | --- |\n| c | d |"],
      ["a¦b", "a\n¦b"],
      ["## a¦b", "## a\n¦b"],
      ["- a¦b", "- a\n    ¦b"],
      ["- [ ] a¦b", "- [ ] a\n    ¦b"],
      ["> a¦b", "> a\n> ¦b"],
      ["> [!tip] a¦b", "> [!tip] a\n> ¦b"],
      ["```\na¦b\n```", "```\nab\n```\n\n¦"],
      [column("a¦b", "1"), column("a<br>¦b", "1")],
    ]));

  describe("with Ctrl goes below the block from within it", () =>
    makes("Control+Enter")([
      ["```\na¦b\n```\n\nc", "```\nab\n```\n\n¦\n\nc"],
      [column("a¦b", "1"), `${column("ab", "1")}\n\n¦`],
      ["$$\nx¦\n$$", `${FORMULA}\n\n¦`],
      ["‹---›\n\na", "---\n\n¦\n\na"],
    ]));
});

describe("Tab", () => {
  describe("goes in where a block stands above, and replaces nothing anywhere else", () =>
    makes("Tab")([
      ["a¦b", "a¦b"],
      ["## a¦", "## a¦"],
      ["> a¦", "> a¦"],
      ["- a¦", "- a¦"],
      ["- a\n- b¦\n    - in", "- a\n    - b¦\n        - in"],
      ["1. a\n2. b¦\n3. c", "1. a\n    1. b¦\n2. c"],
      ["- [ ] a\n- [x] b¦", "- [ ] a\n    - [x] b¦"],
      ["- a\n    - b¦", "- a\n    - b¦"],
      ["> - a\n> - b¦", "> - a\n>     - b¦"],
      ["‹---›", "‹---›"],
    ]));

  describe("in code goes to the next stop", () =>
    makes("Tab")([
      ["```\n¦a\n  b\n```", "```\n  ¦a\n  b\n```"],
      ["```\na¦\n\tb\n```", "```\na\t¦\n\tb\n```"],
      ["```\na¦\n    b\n```", "```\na   ¦\n    b\n```"],
      ["$$\n¦x\n$$", "$$\n  ¦x\n$$"],
    ]));

  describe("in a table goes behind the words of the next cell, and behind the last makes a row", () =>
    makes("Tab")([
      ["| ab¦c | de |\n| --- | --- |\n| f | g |", "| abc | de¦ |\n| --- | --- |\n| f | g |"],
      ["| a | b¦ |\n| --- | --- |\n| one | two |", "| a | b |\n| --- | --- |\n| one¦ | two |"],
      ["| a | b |\n| --- | --- |\n| 1 | 2¦ |", "| a | b |\n| --- | --- |\n| 1 | 2 |\n| ¦ |  |"],
    ]));

  describe("with Shift goes out again", () =>
    makes("Shift+Tab")([
      ["a¦b", "a¦b"],
      ["> a¦", "> a¦"],
      ["- a¦", "- a¦"],
      ["- a\n    - b¦\n    - c", "- a\n- b¦\n    - c"],
      ["1. a\n    - b¦\n    - c\n2. d", "1. a\n2. b¦\n    - c\n3. d"],
      ["- a\n    1. b\n    2. c¦", "- a\n    1. b\n- c¦"],
      ["1. a\n    5. b¦", "1. a\n2. b¦"],
      ["1. a\n    - [x] b¦", "1. a\n\n- [x] b¦"],
      ["- [x] a\n    - ¦", "- [x] a\n- [ ] ¦"],
      ["- [x] a\n    - b¦", "- [x] a\n- b¦"],
      ["1. a\n    1. b¦\n2. c", "1. a\n2. b¦\n3. c"],
      ["- [ ] a\n    - [ ] b¦", "- [ ] a\n- [ ] b¦"],
      ["```\na\n  b¦\n```", "```\na\nb¦\n```"],
      ["```\na\n\tb¦\n```", "```\na\nb¦\n```"],
      ["```\na¦\n```", "```\na¦\n```"],
      ["| a | b |\n| --- | --- |\n| ¦1 | 2 |", "| a | b¦ |\n| --- | --- |\n| 1 | 2 |"],
      ["| ¦a | b |\n| --- | --- |\n| 1 | 2 |", "| ¦a | b |\n| --- | --- |\n| 1 | 2 |"],
      ["‹---›", "‹---›"],
    ]));

  it("with Shift takes all items out that are selected", () => {
    const select = (editor: NoteEditor): true => {
      const [b, , d] = editor.document[0]!.children;
      editor.setSelection(b!, d!);
      return true;
    };
    const text = "1. a¦\n    - b\n    - c\n    - [x] d\n2. e";
    expect(made(text, select, "Shift+Tab")).toBe("1. a\n2. ‹b\n3. c\n\n- [x] d›\n\n1. e");
  });

  it.each(["Wor¦ds", "- [ ] one¦", column("a", "¦b"), "```\na¦\n```", "‹---›"])(
    "leaves %j after Escape alone",
    (text) => {
      expect(made(text, "Escape", "Tab")).toBeNull();
      expect(made(text, "Escape", "Shift+Tab")).toBeNull();
      expect(made(text, "Escape", typed("b"), "Tab")).not.toBeNull();
    },
  );
});

describe("Backspace at the start of", () => {
  describe("a text joins it to the one above", () =>
    makes("Backspace")([
      ["¦a", "¦a"],
      ["a\n\n¦b", "a¦b"],
      ["a\n\n¦\n\nb", "a¦\n\nb"],
      ["> b\n\n¦a", "> b¦a"],
      ["a\n\n> [!tip] b\n\n¦c", "a\n\n> [!tip] b¦c"],
      ["a¦b", null],
    ]));

  describe("any other block makes a paragraph of it", () =>
    makes("Backspace")([
      ["a\n\n## ¦b", "a\n\n¦b"],
      ["- a\n- ¦b", "- a\n\n¦b"],
      ["- a\n    - ¦b", "- a\n\n    ¦b"],
      ["- a\n\n    ¦b", "- a\n\n¦b"],
      ["1. a\n2. ¦b\n3. c", "1. a\n\n¦b\n\n1. c"],
      ["- [x] ¦a", "¦a"],
      ["- ¦a <!-- toggle -->\n    - b", "¦a\n- b"],
      ["a\n\n> ¦b", "a\n\n¦b"],
      ["a\n\n```\n¦b\n```", "a\n\n¦b"],
    ]));

  describe("a line of a quote joins it to the one above, and a callout loses its head as one", () =>
    makes("Backspace")([
      ["> a\n>\n> ¦b", "> a¦b"],
      ["> a\n>\n> - ¦b", "> a\n>\n> ¦b"],
      ["> a\n>\n> ¦\n\nb", "> a¦\n\nb"],
      ["> a\n>\n> ---\n>\n> ¦b", "> a\n>\n> ‹---›\n>\n> b"],
      ["> [!tip] a\n>\n> ¦b", "> [!tip] a¦b"],
      ["a\n\n> [!tip] ¦b\n>\n> body", "a\n\n> ¦b\n>\n> body"],
      ["> [!tip]- ¦a\n>\n> b", "> ¦a\n>\n> b"],
    ]));

  describe("a text below code or a table loses nothing, nor does that of a cell", () =>
    makes("Backspace")([
      ["```\na\n```\n\n¦b", "```\na\n```\n\n¦b"],
      [`${column("a", "b")}\n\n¦c`, `${column("a", "b")}\n\n¦c`],
      [`${column("a", "b")}\n\n¦`, column("a", "b¦")],
      [`a\n\n${column("¦b", "c")}`, `a\n\n${column("¦b", "c")}`],
    ]));
});

describe("Delete at the end of a text", () => {
  describe("joins the next one to it", () =>
    makes("Delete")([
      ["a¦", "a¦"],
      ["a¦\n\nb", "a¦b"],
      ["a¦\n\n·\n\nb", "a¦\n\nb"],
      ["¦\n\nb", "¦b"],
      ["## a¦\n\nb", "## a¦b"],
      ["a¦\n\n## b", "a¦b"],
      ["- a¦\n- b", "- a¦b"],
      ["- a¦\n    - b", "- a¦b"],
      ["a¦\n\n- [ ] b", "a¦b"],
      ["a¦\n\n> b", "a¦b"],
      ["a¦\n\n> [!tip] b\n>\n> body", "a¦b\n\nbody"],
      ["> a¦\n>\n> b", "> a¦b"],
      ["> a\n>\n> b¦\n\nc", "> a\n>\n> b¦c"],
      ["a¦b", null],
    ]));

  describe("goes to what cannot be joined", () =>
    makes("Delete")([
      ["a¦\n\n```\nb\n```", "a\n\n```\n¦b\n```"],
      ["```\na¦\n```\n\nb", "```\na\n```\n\n¦b"],
      [`a¦\n\n${column("b", "c")}`, `a\n\n${column("¦b", "c")}`],
      [`${column("a", "b¦")}\n\nc`, `${column("a", "b¦")}\n\nc`],
      ["¦\n\n---", "‹---›"],
    ]));
});
