import { describe, expect, test } from "vitest";
import { CONTEXT, offsetIn } from "../../src/editor/caretWords";

/** The caret where `|` stands. */
const caret = (marked: string) => {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  return {
    before: text.slice(Math.max(0, offset - CONTEXT), offset),
    after: text.slice(offset, offset + CONTEXT),
    offset,
    length: text.length,
  };
};

/** The text with `|` where the caret is put. */
const placed = (text: string, marked: string) => {
  const at = offsetIn(text, caret(marked));
  return `${text.slice(0, at)}|${text.slice(at)}`;
};

describe("The caret in a text shown anew", () => {
  test.each([
    ["behind the same words though text came before them", "one two| three", "new words, one two| three"],
    ["before the same words where those behind it changed", "alpha |beta gamma", "omega! |beta gamma"],
    ["in the word it was in", "One.\nIt is bo|ld here.", "One.\n\nIt is **bo|ld** here."],
    ["behind the sign it stood behind", "One.|\nTwo.", "# One.|\n\n> Two."],
    ["at the beginning of its line", "One.\n|Two.", "One.\n\n- |Two."],
    ["in a line that is there twice", "Same.\nA\nSa|me.\nB", "**Same.**\n\n- A\n\n**Sa|me.**\n\n- B"],
    ["at the end", "One.\nTwo.|", "One.\n\nTwo.|"],
    ["behind the space just typed", "One two |", "One **two** |"],
    ["at the start of nothing", "|", "|"],
  ])("stands %s", (_, marked, expected) => {
    expect(placed(expected.replace("|", ""), marked)).toBe(expected);
    expect(placed(marked.replace("|", ""), expected)).toBe(marked);
  });

  test("stands at the nearest of equal places", () => {
    const lines = Array.from({ length: 99 }, () => "- the same line");
    const marked = lines.map((line, index) => (index === 70 ? "- the sa|me line" : line));
    const shown = marked.map((line) => line.slice(2)).join("\n");
    expect(placed(lines.join("\n"), shown)).toBe(marked.join("\n"));
  });

  test("stands at the end of the text though its last words came before", () => {
    const link = "One here.\n\n[a](https://example.org/a)\n\nTwo here|";
    expect(placed("One here.\n\na\n\nTwo here", link)).toBe("One here.\n\na\n\nTwo here|");
  });

  test("stays within the text", () => {
    expect(offsetIn("ab", { before: "", offset: 90, after: "", length: 90 })).toBe(2);
  });
});
