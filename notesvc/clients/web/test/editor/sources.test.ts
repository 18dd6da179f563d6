import { describe, expect, it } from "vitest";
import type { Block } from "../../src/blocks";
import { quotesApart } from "../../src/editor/document/markdownIn";
import { linesOf } from "../../src/editor/document/sources";
import { StoredText } from "../../src/editor/document/storedText";

const block = (type: string, said: string, more: Partial<Block> = {}): Block => ({
  type,
  content: said === "" ? [] : [{ type: "text", text: said, styles: {} }],
  ...more,
});

const SOURCE = "Head\n====\n\n* one\n* [x] two\n* * *\n| a |\n|:-:|\n|   |\n\n> q\n> \n> - r\n\n1) x\n1) y\n";
const row = (said: string) => ({ cells: [block("", said).content as never] });
const BLOCKS: Block[] = [
  block("heading", "Head", { props: { level: 1 } }),
  block("bulletListItem", "one"),
  block("checkListItem", "two", { props: { checked: true } }),
  { type: "divider" },
  { type: "table", content: { type: "tableContent", rows: [row("a"), row("")] } },
  block("quote", "q", { children: [block("bulletListItem", "r")] }),
  block("numberedListItem", "x"),
  block("numberedListItem", "y"),
];

describe("the stored markdown", () => {
  it("is found by what each block says", () => {
    const lines = linesOf(BLOCKS, SOURCE.split("\n")).map((each) => each && [each.first, each.end]);
    expect(lines).toEqual([
      [0, 2],
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 9],
      [10, 13],
      [14, 15],
      [15, 16],
    ]);
  });

  it("is not taken for a block that says another thing, nor where a line is left over", () => {
    const other = [block("heading", "Head", { props: { level: 2 } }), ...BLOCKS.slice(1)];
    expect(linesOf(other, SOURCE.split("\n"))[0]).toBeUndefined();
    expect(linesOf([block("paragraph", "a")], ["a", "b"])).toEqual([undefined]);
    expect(linesOf([block("checkListItem", "a")], ["- [x] a"])).toEqual([undefined]);
    expect(linesOf([block("paragraph", "a")], ["> a"])).toEqual([undefined]);
  });

  it("is copied as it is, and what was changed in the form that is stored", () => {
    const stored = new StoredText(SOURCE, BLOCKS);
    expect(stored.markdown(BLOCKS)).toBe(SOURCE);
    expect(stored.markdown(BLOCKS.slice(1, 3))).toBe("* one\n* [x] two\n");
    expect(stored.markdown([...BLOCKS.slice(6, 7), block("numberedListItem", "z")])).toBe("1) x\n2. z\n");
    expect(stored.markdown([BLOCKS[0]!, BLOCKS[3]!])).toBe("Head\n====\n\n* * *\n");
  });
});

it("quotes are taken out of pasted markdown, but not out of its code", () => {
  expect(quotesApart("a\n> b\nlazy\n\n- c\n```\n> d\n```\n> - e")).toEqual([
    { isQuote: false, text: "a" },
    { isQuote: true, text: "b\nlazy" },
    { isQuote: false, text: "\n- c\n```\n> d\n```" },
    { isQuote: true, text: "- e" },
  ]);
});
