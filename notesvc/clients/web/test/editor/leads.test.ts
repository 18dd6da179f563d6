import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { attributesOf, besideBar, type Lead, leadOf } from "../../src/editor/raw/leads";
import type { Ruler } from "../../src/editor/raw/ruler";

/** A sign is as wide as an em is long by tenths. */
const TENTHS: Ruler = { text: (said) => said.length / 10, code: (said) => said.length, tick: 1.2 };

/** How each line is led in; the caret may be on one of them. */
function leads(text: string, caret?: number): (Lead | null)[] {
  const made = EditorState.create({ doc: text, extensions: [markdown({ base: markdownLanguage })] });
  ensureSyntaxTree(made, text.length, 5_000);
  // What was read shows in the state after it.
  const { state } = made.update({});
  const sight = {
    isActive: (at: number) => state.doc.lineAt(at).number === caret,
    isTouched: (at: number) => state.doc.lineAt(at).number === caret,
  };
  return Array.from({ length: state.doc.lines }, (_, at) =>
    leadOf(state, state.doc.line(at + 1), sight, TENTHS),
  );
}

const columns = (text: string, caret?: number) => leads(text, caret).map((lead) => lead?.column ?? null);
const backs = (text: string, caret?: number) =>
  leads(text, caret).map((lead) => lead && Math.round(lead.back * 10) / 10);

describe("how far lines are led in", () => {
  it("gives each level of a list one step, whatever blanks it was written with", () => {
    const text = "words\n- one\n  - two\n     - three\n  on\n\n1. four\n   - [ ] five";
    expect(columns(text)).toEqual([null, 1.5, 3, 4.5, 4.5, null, 1.5, 3]);
  });

  it("has the signs of quotes in the middle between their bars, wherever they hang", () => {
    const text = "> > deep\n\n> one\n\n>bare";
    const state = EditorState.create({ doc: text, extensions: [markdown({ base: markdownLanguage })] });
    ensureSyntaxTree(state, text.length, 5_000);
    const drawn = [0, 2, 10, 17].map((at) => besideBar(state.update({}).state, at, TENTHS));
    // A sign is 0.1 wide in a level of 1; it hangs 0.2 before the text for each sign with its blank.
    expect(drawn).toEqual(
      [0.45 - 1.6, 0.45 - 0.8, 0.45 - 0.8, 0.45 - 0.9].map((each) => Math.round(each * 1e3) / 1e3),
    );
  });

  it("hangs what stands before the text, as it is in sight", () => {
    const text = "- one\n  on\n- [ ] two\n\n10. ten\n    > said";
    expect(backs(text)).toEqual([0.2, 0.2, 1.3, null, 0.4, 0.4]);
    expect(backs(text, 3)[2]).toBe(0.6);
    expect(columns(text, 3)).toEqual(columns(text));
    expect(backs("> a\n> > b")).toEqual([0, 0]);
    expect(backs("> a\n> > b", 2)).toEqual([0, 0.4]);
  });

  it("has a bar for each quote, where that begins, and the grounds of code and callouts behind them", () => {
    const text = "> a\n> > b\n>\n> - c\n>   > d\n\n> [!tip]\n> ```\n> e\n> ```";
    const bars = leads(text).map((lead) => lead?.bars.map(({ at, look }) => [at, look]));
    expect(bars.slice(0, 5)).toEqual([
      [[0, undefined]],
      [
        [0, undefined],
        [1, undefined],
      ],
      [[0, undefined]],
      [[0, undefined]],
      [
        [0, undefined],
        [2.5, undefined],
      ],
    ]);
    expect(bars[7]).toEqual([[0, "tip"]]);
    expect(leads(text).map((lead) => lead?.isCode ?? false)).toEqual([
      ...Array(7).fill(false),
      true,
      true,
      true,
    ]);
    const { style = "" } = attributesOf(leads(text)[8] as Lead);
    expect(style.match(/var\(--[a-z-]+\)/g)?.filter((each) => each !== "var(--raw-em)")).toEqual([
      "var(--paper-sunk)",
      "var(--paper-sunk)",
      "var(--look-tip)",
      "var(--look-tip)",
      "var(--raw-side)",
      "var(--raw-side)",
    ]);
  });

  it("leaves the blanks of code, and an empty line that is none", () => {
    const text = "- a\n\n  ```\n    b\n\n  ```\n\nc";
    expect(backs(text)).toEqual([0.2, null, 2, 2, 0, 2, null, null]);
    expect(columns(text)).toEqual([1.5, null, 1.5, 1.5, 1.5, 1.5, null, null]);
  });

  it("gives a callout within a quote its own colour, and lines without a sign the quote that they go on", () => {
    const [, head, on] = leads("> a\n> > [!danger] Mind\nwhat goes on");
    expect(attributesOf(head as Lead)).toMatchObject({
      class: "raw-lead raw-line-callout is-head",
      "data-look": "danger",
    });
    expect(on).toMatchObject({ column: 2, back: 0, isHead: false });
    const { style } = attributesOf(head as Lead);
    expect([style.includes("var(--line-strong)"), style.includes("var(--look-danger)")]).toEqual([
      true,
      true,
    ]);
  });

  it("begins and ends the ground of a callout that stands in no quote", () => {
    const edges = (text: string) => leads(text).map((lead) => [lead?.isFirst, lead?.isLast]);
    expect(edges("> [!tip] a\n> b\n> > [!note] c")).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    expect(edges("- > [!tip] a")).toEqual([[true, true]]);
    expect(edges("> a\n> > [!tip] b")).toEqual([
      [false, false],
      [false, false],
    ]);
  });
});
