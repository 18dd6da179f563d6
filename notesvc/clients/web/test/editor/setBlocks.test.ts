import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { type DecorationSet, EditorView } from "@codemirror/view";
import { describe, expect, it } from "vitest";
import { maths } from "../../src/editor/raw/maths";
import { setBlocks } from "../../src/editor/raw/setBlocks";
import { tableOf } from "../../src/editor/raw/setTable";

function stateOf(text: string): EditorState {
  const extensions = [markdown({ base: markdownLanguage, extensions: [maths] }), setBlocks];
  const state = EditorState.create({ doc: text, extensions });
  ensureSyntaxTree(state, text.length, 5_000);
  return state.update({}).state;
}

/** What is set of a text, and the source that is out of sight for it. */
function set(text: string): [tex: string, replaced: string][] {
  const state = stateOf(text);
  const found: [string, string][] = [];
  for (const each of state.facet(EditorView.decorations))
    (each as DecorationSet).between(0, text.length, (from, to, { spec }) => {
      found.push([spec.widget.tex ?? spec.widget.source, state.sliceDoc(from, to)]);
    });
  return found;
}

describe("formulas of several lines", () => {
  it.each([
    ["$$\na\n$$", "a", "$$\na\n$$"],
    ["> $$\n> a\n> = b\n> $$", "a\n = b", "> $$\n> a\n> = b\n> $$"],
    ["> > $$\n> > a\n> > > b\n> > $$", "a\n > b", "> > $$\n> > a\n> > > b\n> > $$"],
    ["- one\n\n  $$\n  a\n  $$\n- two", "a", "  $$\n  a\n  $$"],
    ["1. one\n   > $$\n   > a\n   > $$", "a", "   > $$\n   > a\n   > $$"],
    ["> [!tip]\n> $$x$$", "x", "> $$x$$"],
  ])("of %j sets %j", (text, tex, replaced) => {
    expect(set(text)).toEqual([[tex, replaced]]);
  });

  it("leave the sign of an item in sight", () => {
    expect(set("- $$\n  a\n  $$")).toEqual([["a", ""]]);
  });

  it.each(["> $$\n> a\n\nb $$", "> $$\n> a\nb\n$$", "- $$\n  a\n\n  b\n  $$", "> $$\n> a\n>\n> $$"])(
    "do not go on behind what ends them: %j",
    (text) => {
      expect(set(text).filter(([tex]) => tex.includes("a"))).toEqual([]);
    },
  );
});

describe("tables", () => {
  const TABLE = "| a | b |\n| :-: | --: |\n| **c** | d \\| e |\n| f |";

  it("are set in the place of their source, in quotes and items, too", () => {
    expect(set(`x\n\n${TABLE}\n\ny`)).toEqual([[TABLE, TABLE]]);
    const quoted = TABLE.replaceAll(/^/gm, "> ");
    expect(set(quoted)).toEqual([[TABLE.replaceAll("\n", "\n "), quoted]]);
  });

  it("stay source where the sign of an item is in their first line, and where they are long", () => {
    expect(set("- | a |\n  | - |\n  | b |")).toEqual([]);
    expect(set(`| a |\n| - |\n${"| b |\n".repeat(400)}`)).toEqual([]);
  });

  it("have the cells of the source, as many in each row as in the first", () => {
    const { rows, headerRows } = tableOf(TABLE);
    const said = rows.map(({ cells }) =>
      cells.map((cell) => {
        const content = Array.isArray(cell) ? cell : cell.content;
        return content.map((inline) => (inline.type === "mdInline" ? inline.props.src : "?")).join("");
      }),
    );
    expect([headerRows, said]).toEqual([
      1,
      [
        ["a", "b"],
        ["**c**", "d | e"],
        ["f", ""],
      ],
    ]);
    expect(rows[1]?.cells.map((cell) => !Array.isArray(cell) && cell.props?.textAlignment)).toEqual([
      "center",
      "right",
    ]);
  });
});
