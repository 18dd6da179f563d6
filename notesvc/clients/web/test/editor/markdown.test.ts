import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Block } from "../../src/blocks";
import { escapedText } from "../../src/editor/document/escaping";
import { htmlOf } from "../../src/editor/document/htmlOut";
import { looksLikeMarkdown, parts, withAtoms } from "../../src/editor/document/markdownIn";
import { markdownOf } from "../../src/editor/document/markdownOut";
import { today } from "../../src/editor/menus/commands";

describe("pasted markdown", () => {
  it("keeps what blocks cannot say as raw markdown, but not within code", () => {
    const text = "# A\n\n$$\nx^2\n$$\n\ntext\n\n[^1]: note\n    more\n\n```\n$$\n```\n<!-- a\nb -->\nend";
    expect(parts(text)).toEqual([
      { isRaw: false, text: "# A\n" },
      { isRaw: true, text: "$$\nx^2\n$$" },
      { isRaw: false, text: "\ntext\n" },
      { isRaw: true, text: "[^1]: note\n    more" },
      { isRaw: false, text: "\n```\n$$\n```" },
      { isRaw: true, text: "<!-- a\nb -->" },
      { isRaw: false, text: "end" },
    ]);
  });

  it("makes links of titles in brackets", () => {
    expect(withAtoms("see [[Foo|bar]] and ![[Baz]].", { bold: true })).toEqual([
      { type: "text", text: "see ", styles: { bold: true } },
      { type: "wikiLink", props: { title: "Foo", alias: "bar" } },
      { type: "text", text: " and ", styles: { bold: true } },
      { type: "mdInline", props: { src: "![[Baz]]" } },
      { type: "text", text: ".", styles: { bold: true } },
    ]);
  });

  it("leaves formulas as they are", () => {
    const tex = "$\\mathbf{a}_{i}*b_{j}*\\,c$";
    expect(escapedText(`*x* ${tex} and 5$_a_ \`b\``)).toBe(`\\*x\\* ${tex} and 5$\\_a\\_ \\\`b\\\``);
  });

  it("is told from prose", () => {
    for (const text of ["# A", "- a\n- b", "see [[A]]", "a **b** c", "1. x", "> q", "`x`"])
      expect(looksLikeMarkdown(text)).toBe(true);
    for (const text of ["Just a sentence.", "5 * 3 * 2", "#tag alone", "a_b_c"])
      expect(looksLikeMarkdown(text)).toBe(false);
  });
});

/** The service's own tests read the same. */
const FORMS = JSON.parse(readFileSync("../../../tests/text/forms.json", "utf8")) as Record<
  string,
  { markdown: string; blocks: Block[] }[]
>;

describe("copied markdown", () => {
  it.each(Object.values(FORMS).flat())("has the service's form $markdown", ({ markdown, blocks }) => {
    expect(markdownOf(blocks)).toBe(markdown);
  });

  it("says what the blocks say", () => {
    const text = (said: string, styles = {}) => [{ type: "text" as const, text: said, styles }];
    const blocks: Block[] = [
      { type: "heading", props: { level: 2 }, content: text("Title") },
      {
        type: "bulletListItem",
        content: text("one"),
        children: [{ type: "checkListItem", content: text("sub") }],
      },
      {
        type: "bulletListItem",
        content: [...text("two "), { type: "wikiLink", props: { title: "A", alias: "b" } }],
      },
      { type: "paragraph", content: text(" bold ", { bold: true }) },
      { type: "codeBlock", props: { language: "js" }, content: text("a\n```") },
      { type: "rawMarkdown", content: text("$$x$$") },
    ];
    expect(markdownOf(blocks)).toBe(
      "## Title\n\n- one\n    - [ ] sub\n- two [[A|b]]\n\n **bold** \n\n````js\na\n```\n````\n\n$$x$$\n",
    );
  });
});

it("a list that starts at another number below one is another list, also as HTML", () => {
  const item = (text: string, props = {}): Block => ({
    type: "numberedListItem",
    props,
    content: [{ type: "text", text, styles: {} }],
  });
  const list = [item("a"), item("b", { start: 5 }), item("c"), item("d", { start: 2 })];
  expect(markdownOf(list)).toBe("1. a\n\n5) b\n6) c\n\n2. d\n");
  expect(htmlOf(list)).toBe(
    '<ol><li>a</li></ol><ol start="5"><li>b</li><li>c</li></ol><ol start="2"><li>d</li></ol>',
  );
});

describe("today", () => {
  it("is named as the journal names it", () => {
    expect(today(new Date(2026, 0, 5))).toBe("2026-01-05");
  });
});
