import { expect, test } from "vitest";
import type { Block, Inline } from "../../src/blocks";
import { calloutOf } from "../../src/render/callouts";
import { embedOf } from "../../src/render/embeds";
import { grouped } from "../../src/render/grouping";
import { headingsOf, headingsOfMarkdown } from "../../src/render/headings";
import { destination, pictureSource } from "../../src/render/hrefs";
import { closed } from "../../src/render/inlineTags";
import { readSource } from "../../src/render/source";
import { Titles, wikiTarget } from "../../src/render/titles";

const text = (said: string, styles = {}): Inline => ({ type: "text", text: said, styles });
const item = (type: string, start?: number): Block => ({ type, props: start === undefined ? {} : { start } });

test("items of one kind that follow one another are one list", () => {
  const groups = grouped([
    item("bulletListItem"),
    item("bulletListItem"),
    item("numberedListItem", 3),
    item("numberedListItem"),
    item("numberedListItem", 1),
    { type: "paragraph" },
    item("checkListItem"),
  ]);
  expect(
    groups.map((group) =>
      group.kind === "list" ? [group.list, group.start, group.items.length] : group.block.type,
    ),
  ).toEqual([["bullets", 1, 2], ["numbers", 3, 2], ["numbers", 1, 1], "paragraph", ["tasks", 1, 1]]);
});

test("a block type named like a property of every object is no list", () => {
  expect(grouped([item("constructor"), item("__proto__")]).map((group) => group.kind)).toEqual([
    "block",
    "block",
  ]);
});

test("a callout has a kind, a title with its styles, and the rest", () => {
  const head = calloutOf([
    text("[!Warning]- Mind "),
    text("this", { bold: true }),
    text(" step\nBody"),
    text("!"),
  ]);
  expect(head).toEqual({
    kind: "warning",
    length: "[!warning]- ".length,
    look: "warning",
    fold: "-",
    title: [text("Mind "), text("this", { bold: true }), text(" step")],
    rest: [text("Body"), text("!")],
  });
  expect(calloutOf([text("[!note]")])).toMatchObject({ kind: "note", fold: "", title: [], rest: [] });
  expect(calloutOf([text("[!constructor] x")])?.look).toBe("note");
  expect(calloutOf([text("[!]")])).toBeNull();
  expect(calloutOf([text("a [!note]")])).toBeNull();
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "//evil.example",
  "/\\evil.example",
  "relative/path",
  "blob:https://x",
  "obsidian://open",
  "/files/../api/account",
  "/files/0196f0c0-0000-7000-8000-000000000000/a/b",
])("%j is not followed", (href) => expect(destination(href)).toBeNull());

test("addresses that may be followed are told apart", () => {
  const id = "0196f0c0-0000-7000-8000-000000000000";
  expect(destination("HTTPS://Example.org/a b")).toMatchObject({ kind: "outside", host: "example.org" });
  expect(destination("mailto:a@b.example")?.kind).toBe("mail");
  expect(destination(`note://${id}#A%20heading`)).toEqual({ kind: "note", id, anchor: "A heading" });
  expect(destination(`/files/${id}/a.pdf`)?.kind).toBe("file");
  expect(destination("#%E0%A4%A")).toEqual({ kind: "anchor", anchor: "%E0%A4%A" });
});

test("pictures come from the service, from the document, or, where asked for, from elsewhere by https", () => {
  expect(pictureSource("data:image/png;base64,AAAA", false)).toEqual({ src: "data:image/png;base64,AAAA" });
  expect(pictureSource("data:image/svg+xml;base64,AAAA", true)).toBeNull();
  expect(pictureSource("https://a.example/x.png", false)).toMatchObject({ host: "a.example" });
  expect(pictureSource("https://a.example/x.png", true)).toEqual({ src: "https://a.example/x.png" });
  expect(pictureSource("http://a.example/x.png", true)).toMatchObject({ host: "a.example" });
  expect(pictureSource("javascript:alert(1)", true)).toBeNull();
});

test("the source of a line is read as far as it can be shown", () => {
  const wiki = { type: "wikiLink", props: { title: "Settings", alias: "" } };
  expect(readSource("**[[Settings]]**")).toEqual([
    { type: "marked", styles: { bold: true }, content: [wiki] },
  ]);
  expect(readSource('[a *b*](https://x.example "t")')).toEqual([
    { type: "link", href: "https://x.example", content: [text("a "), text("b", { italic: true })] },
  ]);
  expect(readSource("snake_case_name and 2 * 3 * 4")).toEqual([text("snake_case_name and 2 * 3 * 4")]);
  expect(readSource("<script>alert(1)</script>").map((each) => each.type)).toEqual([
    "mdInline",
    "text",
    "mdInline",
  ]);
});

test("nothing is read within a formula", () => {
  const src = "a $\\mathbf{a}_{i}*b_{j}*\\,c$ *y* and $5*2";
  expect(readSource(src).map((each) => (each.type === "text" ? each.text : each))).toEqual([
    "a ",
    "$\\mathbf{a}_{i}*b_{j}*\\,c$",
    " ",
    "y",
    " and $5*2",
  ]);
});

test("the source of a line is read in linear time", () => {
  const began = performance.now();
  for (const part of ["*a ", "[", "[[", "![](", "<a ", "**a*", "_a", "`", "[a](", "~~a~", "$a ", "$", "\\$"])
    readSource(part.repeat(4_000));
  expect(performance.now() - began).toBeLessThan(4_000);
});

test("harmless tags become elements where they are closed, all others stay source", () => {
  const tag = (src: string): Inline => ({ type: "mdInline", props: { src } });
  expect(closed([tag("<kbd>"), text("x"), tag("</kbd>")])).toEqual([
    { type: "element", tag: "kbd", content: [text("x")] },
  ]);
  expect(closed([tag("<kbd>"), text("x")])).toEqual([tag("<kbd>"), text("x")]);
  expect(closed([tag("<script>"), text("x"), tag("</script>")])).toEqual([
    tag("<script>"),
    text("x"),
    tag("</script>"),
  ]);
});

test("headings are read from blocks and from markdown alike", () => {
  const blocks: Block[] = [
    { type: "heading", props: { level: 2 }, content: [text("One")] },
    {
      type: "quote",
      content: [],
      children: [{ type: "heading", props: { level: 9 }, content: [text("Two")] }],
    },
    { type: "heading", props: { level: 1 }, content: [text("  ")] },
  ];
  expect(headingsOf(blocks)).toEqual([
    { level: 2, text: "One" },
    { level: 6, text: "Two" },
  ]);
  const source =
    "---\na: b\n---\n# A **b** [[C|d]] #\n```\n# no\n```\n#tag\n- ```\n  # no\n  ```\nUnder\n===\n\n---\n";
  expect(headingsOfMarkdown(source)).toEqual([
    { level: 1, text: "A b d" },
    { level: 1, text: "Under" },
  ]);
});

test("a title means the nearest note of that name", () => {
  const folder = (id: string, name: string, parentId: string | null) => ({
    id,
    name,
    parentId,
    icon: null,
    sortOrder: 0,
    depth: 0,
    path: "",
    noteCount: 0,
  });
  const note = (id: string, name: string, parentId: string | null) => ({
    id,
    name,
    parentId,
    tags: [],
    icon: null,
    updatedAt: "",
    sortOrder: 0,
  });
  const titles = new Titles(
    [note("1", "Plan", null), note("2", "Plan", "b"), note("3", "Über", "a"), note("4", "plan", "c")],
    [folder("a", "A", null), folder("b", "B", "a"), folder("c", "C", null)],
  );
  expect(titles.resolve("plan", "b")).toBe("2");
  expect(titles.resolve(" PLAN ", null)).toBe("1");
  expect(titles.resolve("C/Plan.md", "b")).toBe("4");
  expect(titles.resolve("A/B/Plan", null)).toBe("2");
  expect(titles.resolve("D/Plan", null)).toBeNull();
  expect(titles.resolve("über", null)).toBe("3");
  expect(wikiTarget("Plan # One")).toEqual({ title: "Plan", anchor: "One" });
});

test("an embed tells files from notes, and a size from a name", () => {
  expect(embedOf("![[a/b.png#top|300x200]]")).toEqual({
    target: "a/b.png#top",
    alias: "",
    isFile: true,
    width: 300,
  });
  expect(embedOf("![[Engelbart.jpg\\|100]]")).toMatchObject({ target: "Engelbart.jpg", width: 100 });
  expect(embedOf("![[Plan 2026|300]]")).toEqual({ target: "Plan 2026", alias: "300", isFile: false });
  expect(embedOf("![[song.mp3|Aria]]")).toEqual({ target: "song.mp3", alias: "Aria", isFile: true });
  expect(embedOf("[[a.png]]")).toBeNull();
});
