import { describe, expect, it } from "vitest";
import type { Block } from "../../src/blocks";
import { cleanedBlock, cleanedInline, type GivenBlock } from "../../src/editor/document/cleaned";
import { canShow } from "../../src/editor/document/known";
import { Outgoing } from "../../src/editor/document/outgoing";

const text = (said: string, styles = {}) => ({ type: "text" as const, text: said, styles });
const usual = { backgroundColor: "default", textColor: "default", textAlignment: "left" };
const given = (id: string, said: string, props: object = usual): GivenBlock => ({
  id,
  type: "paragraph",
  props: props as Record<string, unknown>,
  content: said ? [text(said)] : [],
  children: [],
});

describe("a block that leaves the editor", () => {
  it("has only properties that the service takes and that say something", () => {
    const props = { ...usual, level: 2, isToggleable: false, invented: "x" };
    expect(cleanedBlock({ id: "a", type: "heading", props, content: [text("Hi")] })).toEqual({
      id: "a",
      type: "heading",
      props: { level: 2 },
      content: [text("Hi")],
    });
  });

  it("holds no content where its kind has none, and plain text where it has only that", () => {
    const image = {
      id: "i",
      type: "image",
      props: { url: "/files/1/a.png", previewWidth: undefined },
      content: undefined,
    };
    expect(cleanedBlock(image)).toEqual({ id: "i", type: "image", props: { url: "/files/1/a.png" } });
    expect(
      cleanedBlock({ type: "codeBlock", props: { language: "" }, content: [text("a\n"), text("b")] }),
    ).toEqual({
      type: "codeBlock",
      props: {},
      content: [text("a\nb")],
    });
  });

  it("keeps the cells of a table, and of a cell only what says something", () => {
    const cell = { type: "tableCell", content: [text("x")], props: { ...usual, colspan: 1, rowspan: 2 } };
    const content = {
      type: "tableContent",
      columnWidths: [undefined, 80],
      headerRows: 1,
      rows: [{ cells: [cell] }],
    };
    expect(cleanedBlock({ type: "table", props: usual, content }).content).toEqual({
      type: "tableContent",
      columnWidths: [null, 80],
      headerRows: 1,
      rows: [{ cells: [{ type: "tableCell", content: [text("x")], props: { rowspan: 2 } }] }],
    });
  });

  it("keeps atoms verbatim and turns a link that may not stand into its text", () => {
    expect(
      cleanedInline([
        { type: "wikiLink", props: { title: "A", alias: "" }, content: undefined },
        { type: "mdInline", props: { src: "<b>" } },
        { type: "link", href: "javascript:alert(1)", content: [text("no")] },
      ]),
    ).toEqual([
      { type: "wikiLink", props: { title: "A", alias: "" } },
      { type: "mdInline", props: { src: "<b>" } },
      text("no"),
    ]);
  });
});

describe("a document that leaves the editor", () => {
  it("does not leave where nothing was changed", () => {
    const shown = [given("a", "one"), given("b", "")];
    expect(
      new Outgoing([{ id: "a", type: "paragraph", content: [text("one")] }], shown).changed(shown),
    ).toBeUndefined();
  });

  it("leaves with untouched blocks just as they came, even what the editor cannot hold", () => {
    const kept = {
      id: "a",
      type: "paragraph",
      props: {},
      content: [text("x", { bold: true, code: true })],
      children: [],
    };
    const shown = [{ ...given("a", "x"), content: [text("x", { code: true })] }, given("b", "two")];
    const outgoing = new Outgoing(
      [kept, { id: "b", type: "paragraph", content: [text("two")] }] as Block[],
      shown,
    );
    const changed = outgoing.changed([shown[0] as GivenBlock, given("b", "three")]);
    expect(changed?.[0]).toEqual(kept);
    expect(changed?.[1]?.content).toEqual([text("three")]);
    expect(outgoing.changed([shown[0] as GivenBlock, given("b", "three")])).toBeUndefined();
  });

  it("leaves without a file that is still on its way", () => {
    const shown = [given("a", "one")];
    const outgoing = new Outgoing([], shown);
    const image = { id: "i", type: "image", props: { url: "" }, children: [] };
    expect(outgoing.changed([...shown, image], (id) => id === "i")).toBeUndefined();
    expect(outgoing.changed([...shown, { ...image, props: { url: "/files/1/a" } }])).toHaveLength(2);
  });
});

describe("what the surface does not know", () => {
  it.each<[string, unknown]>([
    ["a block", { type: "kanban" }],
    ["a property", { type: "paragraph", props: { mood: "x" } }],
    ["an inline kind", { type: "paragraph", content: [{ type: "mention", props: {} }] }],
    ["a style", { type: "paragraph", content: [text("x", { blink: true })] }],
    ["a block within", { type: "bulletListItem", children: [{ type: "toString" }] }],
    [
      "in a table",
      { type: "table", content: { type: "tableContent", rows: [{ cells: [[{ type: "x" }]] }] } },
    ],
  ])("keeps the note from being edited: %s", (_, block) => {
    expect(canShow([block as Block])).toBe(false);
  });

  it("is nothing that the service derives", () => {
    expect(canShow([{ type: "rawMarkdown", props: {}, content: [text("$$x$$")], children: [] }])).toBe(true);
  });
});
