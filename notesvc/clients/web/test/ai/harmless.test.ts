import { expect, it } from "vitest";
import { keptHarmless, shownHarmless } from "../../src/ai/harmless";
import type { Block } from "../../src/blocks";

const text = (words: string) => ({ type: "text" as const, text: words, styles: {} });
const image = (url: string): Block => ({ type: "image", props: { url, name: "a" } });
const link = (href: string, label = "here"): Block => ({
  type: "paragraph",
  content: [{ type: "link", href, content: [text(label)] }],
});
const said = (blocks: Block[]) => JSON.stringify(blocks);

it("no picture is shown, whatever the text held before", () => {
  for (const url of ["https://evil.example/x.png?q=secret", "/files/1/a.png"]) {
    const shown = shownHarmless([image(url), { type: "paragraph", children: [image(url)] }], `![a](${url})`);
    expect(said(shown)).not.toContain('"image"');
    expect(said(shown)).toContain(`![a](${url})`);
  }
});

it("pictures that the text held before stay in it, others do not come in", () => {
  const given = "![a](/files/1/a.png)";
  expect(keptHarmless([image("/files/1/a.png")], given)).toEqual([
    { ...image("/files/1/a.png"), children: [] },
  ]);
  expect(said(keptHarmless([image("https://evil.example/x.png")], given))).not.toContain('"image"');
});

it("addresses that were not in the text stay text", () => {
  const shown = shownHarmless(
    [link("https://new.example/"), link("https://old.example/")],
    "https://old.example/",
  );
  expect(shown[0]?.content).toEqual([text("here"), text(" (https://new.example/)")]);
  expect(shown[1]?.content).toEqual(link("https://old.example/").content);
  expect(shownHarmless([link("https://x.example", "https://x.example")], "")[0]?.content).toEqual([
    text("https://x.example"),
  ]);
});

it("embeds and links in markdown within a line or a cell are text as well", () => {
  const inline = { type: "mdInline" as const, props: { src: "![x](https://evil.example/p.png)" } };
  const blocks: Block[] = [
    { type: "paragraph", content: [inline] },
    { type: "table", content: { type: "tableContent", rows: [{ cells: [[inline]] }] } },
    { type: "rawMarkdown", content: [text("![[Secret]]")] },
    { type: "rawMarkdown", content: [text("[^1]: [x](https://evil.example)")] },
  ];
  const shown = said(shownHarmless(blocks, ""));
  expect(shown).not.toContain("mdInline");
  expect(shown).not.toContain("rawMarkdown");
});

it("formulas and code stay what they are", () => {
  const blocks: Block[] = [
    { type: "rawMarkdown", content: [text("$$x$$")], children: [] },
    { type: "codeBlock", content: [text("![x](https://evil.example/p.png)")], children: [] },
  ];
  expect(shownHarmless(blocks, "")).toEqual(blocks);
});
