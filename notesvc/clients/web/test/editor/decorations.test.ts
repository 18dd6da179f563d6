import { Schema } from "@tiptap/pm/model";
import { describe, expect, it } from "vitest";
import { linkBefore } from "../../src/editor/document/typed";
import { decorationsOf } from "../../src/editor/tokens/decorate";
import { readable } from "../../src/editor/tokens/readable";
import type { WorkspaceContext } from "../../src/editor/workspaceContext";
import { PLAIN } from "../../src/render/reading";
import { namesOf } from "../../src/render/tokens";

const schema = new Schema({
  nodes: {
    doc: { content: "(paragraph | quote)+" },
    paragraph: { content: "inline*" },
    quote: { content: "inline*" },
    wikiLink: { group: "inline", inline: true, attrs: { title: { default: "" } } },
    hardBreak: { group: "inline", inline: true },
    text: { group: "inline" },
  },
  marks: { code: {}, link: { attrs: { href: {} } }, bold: {} },
});
const names = namesOf([{ id: "p1", name: "Ada Lovelace", aliases: ["Ada"] }]);
const tags = [{ tag: "plan", color: "red", count: 1 }];
const workspace = { tags, people: [], reading: { ...PLAIN, names } } as unknown as WorkspaceContext;
const code = [schema.mark("code")];
const ranges = (node: Parameters<typeof decorationsOf>[0], start = 1) =>
  decorationsOf(node, start, workspace)
    .filter((each) => each.spec.token)
    .map(({ from, to, spec }) => [spec.token.kind, from, to]);

describe("the text of a paragraph", () => {
  it("has holes for code, links and atoms, and a line end for a break", () => {
    const paragraph = schema.node("paragraph", null, [
      schema.text("a "),
      schema.text("#no", code),
      schema.node("wikiLink"),
      schema.node("hardBreak"),
      schema.text("b"),
    ]);
    expect(readable(paragraph)).toBe("a \uFFFC\uFFFC\uFFFC\uFFFC\nb");
    expect(readable(paragraph)).toHaveLength(paragraph.content.size);
  });
});

describe("tokens in the text", () => {
  it("are decorated where they stand", () => {
    const paragraph = schema.node("paragraph", null, [
      schema.text("Ask $Ada "),
      schema.text("#in-code", code),
      schema.text(" about "),
      schema.text("#plan/x", [schema.mark("bold")]),
      schema.text(" @ada"),
    ]);
    expect(ranges(paragraph, 11)).toEqual([
      ["person", 15, 19],
      ["tag", 35, 42],
      ["user", 43, 47],
    ]);
  });

  it("span from one style into the next", () => {
    const paragraph = schema.node("paragraph", null, [
      schema.text("#pl"),
      schema.text("an", [schema.mark("bold")]),
    ]);
    expect(ranges(paragraph)).toEqual([["tag", 1, 6]]);
  });

  it("wear the colour of their tag", () => {
    const [tag] = decorationsOf(schema.node("paragraph", null, [schema.text("#Plan")]), 1, workspace);
    expect((tag as unknown as { type: { attrs: object } }).type.attrs).toMatchObject({ style: "--tag: red" });
  });

  it("are not read into formulas, which are decorated as such", () => {
    const found = decorationsOf(schema.node("paragraph", null, [schema.text("so $x_#yz$ is")]), 1, workspace);
    expect(found.map(({ from, to, spec }) => [from, to, "formula" in spec])).toEqual([
      [4, 11, true],
      [4, 4, true],
    ]);
  });
});

describe("a quote", () => {
  it("that begins as a callout looks like one", () => {
    const quote = schema.node("quote", null, [schema.text("[!warning] Mind")]);
    const [node] = decorationsOf(quote, 1, workspace);
    expect((node as unknown as { type: { attrs: object } }).type.attrs).toEqual({
      "data-callout": "warning",
    });
  });

  it("hides its marker, shows its kind, and ends its title at the first line end", () => {
    const quote = schema.node("quote", null, [
      schema.text("[!tip]- Title"),
      schema.node("hardBreak"),
      schema.text("Text"),
    ]);
    const [, source, kind, title] = decorationsOf(quote, 1, workspace);
    expect([source?.from, source?.to]).toEqual([1, 9]);
    expect([kind?.from, kind?.spec.key]).toEqual([9, "callout tip 8 false"]);
    expect([title?.from, title?.to]).toEqual([9, 14]);
  });
});

describe("a link that was typed in full", () => {
  it("is known by its closing brackets", () => {
    expect(linkBefore("see [[Foo]]")).toEqual({ length: 7, title: "Foo", alias: "" });
    expect(linkBefore("see [[Foo#Bar|baz]]")).toEqual({ length: 15, title: "Foo#Bar", alias: "baz" });
    expect(linkBefore("![[Foo]]")).toBeUndefined();
    expect(linkBefore("[[ ]]")).toBeUndefined();
    expect(linkBefore("[Foo]]")).toBeUndefined();
  });
});
