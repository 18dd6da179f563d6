import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorSelection, EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { embedsIn } from "../../src/editor/raw/embeds";
import { emptyTasks } from "../../src/editor/raw/emptyTasks";
import { highlight } from "../../src/editor/raw/highlight";
import { decorated } from "../../src/editor/raw/preview";

function stateOf(text: string, caret?: number): EditorState {
  const extensions = [markdown({ base: markdownLanguage, extensions: [emptyTasks, highlight] })];
  const selection = EditorSelection.cursor(caret ?? 0);
  const state = EditorState.create({ doc: text, extensions, selection });
  ensureSyntaxTree(state, text.length, 5_000);
  return state;
}

/** What is left in sight of a text; boxes and points by a sign. */
function seen(text: string, caret?: number): string {
  const state = stateOf(text, caret);
  let shown = text;
  const gone = decorated(state, [{ from: 0, to: text.length }], caret !== undefined)
    .filter(({ from, to, value }) => value.point && from < to)
    .sort((one, other) => other.from - one.from);
  for (const { from, to, value } of gone) {
    const { widget } = value.spec;
    const sign =
      widget && "source" in widget
        ? `(${widget.source})`
        : widget && "address" in widget
          ? "(picture)"
          : widget === undefined
            ? ""
            : "isDone" in widget
              ? widget.isDone
                ? "☑"
                : "☐"
              : "look" in widget
                ? `(${widget.look})`
                : "•";
    shown = shown.slice(0, from) + sign + shown.slice(to);
  }
  return shown;
}

const classesOf = (text: string, at: number): string[] =>
  decorated(stateOf(text), [{ from: 0, to: text.length }], false)
    .filter(({ from, to }) => from === at && to === at)
    .map(({ value }) => value.spec.class ?? value.spec.attributes?.class ?? "");

describe("markdown that is shown as what it means", () => {
  it.each([
    ["# Head", "Head"],
    ["## Head ##", "Head "],
    ["a **b** _c_ ~~d~~ ==e== `f` g", "a b c d e f g"],
    ["a [words](https://example.org) b", "a words b"],
    ["see [[Some note]] and [[Other|that]]", "see Some note and that"],
    ["> quoted\n> more", "quoted\nmore"],
    ["- one\n- two", "• one\n• two"],
    ["- [ ] open\n- [x] done", "☐ open\n☑ done"],
    ["- [ ]\n- [x]\n  **words**\n- []\n\n[ ]", "☐\n☑\n  words\n• []\n\n[ ]"],
    ["1. one\n2. two", "1. one\n2. two"],
    ["a \\* b", "a * b"],
    ["a\n\n---\n\nb", "a\n\n\n\nb"],
    ["> [!tip] Title\n> text", "(tip)Title\ntext"],
    ["> [!tip]\n> text", "(tip)tip\ntext"],
    ["```js\nlet **a** = [[b]];\n```", "```js\nlet **a** = [[b]];\n```"],
    ["`[[no]]`", "[[no]]"],
    ["![name](/files/a.png)", "(picture)"],
    ["![name](https://example.org/a.png)", "![name](https://example.org/a.png)"],
    ["![[Note]] and `![[code]]`", "(![[Note]]) and ![[code]]"],
    ["```\n![[code]]\n```", "```\n![[code]]\n```"],
    ["[two\nlines](https://example.org)", "two\nlines"],
  ])("of %j leaves %j in sight", (text, wanted) => {
    expect(seen(text)).toBe(wanted);
  });

  it("has all its signs on the line with the caret, and only there", () => {
    expect(seen("# One\n**two** [x](y)\n**three**", 8)).toBe("One\n**two** [x](y)\nthree");
    expect(seen("- [ ] a\n- b", 7)).toBe("☐ a\n• b");
    expect(seen("- [ ] a\n- b", 4)).toBe("- [ ] a\n• b");
  });

  it("says of each line what it is", () => {
    expect(classesOf("## Head", 0)).toEqual(["raw-line-h2"]);
    expect(classesOf("> > deep", 0)).toEqual(["raw-lead raw-line-quote"]);
    expect(classesOf("> [!warning] Mind\n> it", 0)).toEqual([
      "raw-lead raw-line-callout is-head raw-callout-first",
    ]);
    expect(classesOf("> [!warning] Mind\n> it", 18)).toEqual(["raw-lead raw-line-callout raw-callout-last"]);
    expect(classesOf("```\na\n```", 0)).toEqual(["raw-line-code", "raw-line-code-first"]);
    expect(classesOf("a|b\n-|-\n1|2", 8)).toEqual(["raw-line-table"]);
    expect(classesOf("- [x] a", 0)).toEqual(["raw-lead", "raw-line-done"]);
  });

  it("shows pictures of this service and what is embedded where the caret is not, and asks nobody else for any", () => {
    const pictures = (text: string) =>
      decorated(stateOf(text), [{ from: 0, to: text.length }], false)
        .map(({ value }) => value.spec.widget?.address)
        .filter(Boolean);
    expect(seen("![a](/files/a.png)\n![[b.png]]\n![[c]]", 0)).toBe(
      "![a](/files/a.png)\n(![[b.png]])\n(![[c]])",
    );
    expect(pictures("![a|300](/files/a.png)\n\n![b](https://example.org/b.png)")).toEqual(["/files/a.png"]);
  });

  it("knows what is embedded by itself and what within words", () => {
    const found = ["> - ![[a]]", "![[a]] ![[b]]", "![[]]"].map((text) =>
      embedsIn(text).map((each) => each.isInline),
    );
    expect(found).toEqual([[false], [true, true], []]);
  });

  it("looks at nothing but what is in view", () => {
    const text = "**bold** words\n".repeat(20_000);
    const some = decorated(stateOf(text), [{ from: 150_000, to: 151_500 }], false);
    expect(some.length).toBeGreaterThan(100);
    expect(some.every(({ from, to }) => from >= 149_900 && to <= 151_600)).toBe(true);
  });
});
