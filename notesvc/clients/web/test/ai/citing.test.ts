import { describe, expect, it } from "vitest";
import { cited, matchOfQuote, readable } from "../../src/ai/ask/citing";
import type { Block } from "../../src/blocks";

const source = (n: number) => ({ n, noteId: "n", heading: null, quote: "" });
const text = (words: string, styles = {}) => ({ type: "text" as const, text: words, styles });

describe("the numbers of an answer", () => {
  it("are links where a source has them, and text elsewhere", () => {
    const [block] = cited([{ type: "paragraph", content: [text("So it is [2], not [7].")] }], [source(2)]);
    const link = { type: "link", href: "#cite-2", content: [text("2")] };
    expect(block?.content).toEqual([text("So it is"), link, text(", not [7].")]);
  });
  it("stay what they are in code", () => {
    const blocks: Block[] = [
      { type: "codeBlock", content: [text("a[1]")] },
      { type: "paragraph", content: [text("a[1]", { code: true })] },
    ];
    expect(cited(blocks, [source(1)])).toEqual(blocks);
  });
  it("are found in lists and tables", () => {
    const blocks: Block[] = [
      { type: "bulletListItem", children: [{ type: "paragraph", content: [text("x [1]")] }] },
      { type: "table", content: { type: "tableContent", rows: [{ cells: [[text("y [1]")]] }] } },
    ];
    expect(JSON.stringify(cited(blocks, [source(1)])).match(/#cite-1/g)).toHaveLength(2);
  });
});

it("a quote is read without the signs of markdown", () => {
  expect(readable("## Rent\n- is **due** on `1 May`, see [[Flat|home]] and [x](https://e.org)")).toBe(
    "Rent\nis due on 1 May, see home and x",
  );
  expect(readable("2 * 3 and snake_case")).toBe("2 * 3 and snake_case");
});

describe("the place of a quote", () => {
  it("is its longest stretch without signs of markdown", () => {
    expect(matchOfQuote("- **Rent** is due on the [[First]] of the month")?.words).toBe("is due on the");
    expect(matchOfQuote("Plain words.")).toEqual({ words: "Plain words.", after: "" });
    expect(matchOfQuote("***")).toBeNull();
  });
});
