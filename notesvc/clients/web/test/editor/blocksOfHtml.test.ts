// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { markdownOf } from "../../src/editor/document/markdownOut";
import { blocksOfHtml } from "../../src/editor/paste/blocksOfHtml";
import { rowsOfTabs } from "../../src/editor/paste/tables";

const read = (html: string) => markdownOf(blocksOfHtml(html, () => "kept:0")).trimEnd();

describe("a page that is pasted", () => {
  it.each([
    ["loses its colours", '<p style="color: red; background: blue">a</p>', "a"],
    ["says a scheme", '<a href="//a.b/c">x</a>', "[x](https://a.b/c)"],
    ["keeps no link that runs", '<a href="java\nscript:x">x</a><a href="vbscript:x">y</a>', "xy"],
    ["keeps no link into itself", '<a href="#top">x</a>', "x"],
    [
      "has the picture that comes late",
      '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="//a.b/c.png">',
      "![](https://a.b/c.png)",
    ],
    ["gives away the pictures within it", '<img src="data:image/png;base64,AAAA" alt="A">', "![A](kept:0)"],
    ["has no picture from elsewhere", '<img src="file:///c/a.png"><img src="cid:1"><img src="blob:x">', ""],
    ["has white space as it is shown", "<p> a \n  <b> b</b>\u00a0c <br> d </p>", "a **b** c\nd"],
    ["parts at two breaks", "a<br><br>b", "a\n\nb"],
    [
      "has words that mean nothing else",
      "<p>1. *a* _b_ [c](d) &lt;e&gt;</p>",
      "1\\. \\*a\\* \\_b\\_ \\[c](d) \\<e>",
    ],
    [
      "folds",
      "<details><summary>More</summary><p>below</p></details>",
      "- More <!-- toggle -->\n\n    below",
    ],
    [
      "has links around blocks",
      '<a href="https://a.b"><h3>T</h3><p>x</p></a>',
      "### [T](https://a.b)\n\n[x](https://a.b)",
    ],
    ["marks", "<p>a <mark>b</mark></p>", "a ==b=="],
    [
      "has one list of those that go on counting",
      '<ol><li>a</ol><ol start="2"><li>b<li>c</ol><ol start="9"><li>d</ol>',
      "1. a\n2. b\n3. c\n\n9) d",
    ],
    ["has quotes that hold blocks", "<blockquote><p>a</p><ul><li>b</ul></blockquote>", "> a\n>\n> - b"],
  ])("%s", (_, html, markdown) => expect(read(html)).toBe(markdown));

  it.each([
    ["a row that is too short", "<tr><td>a<td>b</tr><tr><td>c</tr>", "| a | b |\n| --- | --- |\n| c |  |"],
    [
      "a cell that is wider than any",
      '<tr><td colspan="5000">a</tr><tr><td>b<td>c</tr>',
      "| a |  |\n| --- | --- |\n| b | c |",
    ],
    [
      "a cell that is too high",
      '<tr><td rowspan="9">a<td>b</tr><tr><td>c</tr>',
      "| a | b |\n| --- | --- |\n|  | c |",
    ],
    ["rows without cells", "<tr></tr><tr><td>a</tr>", "| a |\n| --- |"],
  ])("has tables that are square: %s", (_, rows, markdown) =>
    expect(read(`<table>${rows}</table>`)).toBe(markdown),
  );

  it("is read however deep it lies", () => {
    expect(read(`${"<ul><li>x".repeat(45)}`)).toContain("x");
    expect(read(`${"<div>".repeat(2_000)}x`)).toBe("x");
  });
});

describe("words between tabs", () => {
  it.each([
    [
      "a\tb\n1\t2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["a\tb", undefined],
    ["\tif x:\n\t\ty", undefined],
    ["\tx\n\ty", undefined],
    ["a\tb\n1", undefined],
    [
      'a\t"b ""c"""\n1\t2',
      [
        ["a", 'b "c"'],
        ["1", "2"],
      ],
    ],
  ])("%j", (text, rows) => expect(rowsOfTabs(text)).toEqual(rows));
});
