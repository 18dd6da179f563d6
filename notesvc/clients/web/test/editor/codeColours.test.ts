import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { afterEach, expect, it, vi } from "vitest";
import { Colours, coloured } from "../../src/editor/raw/code";
import { colourLine, colours, type Line } from "../../src/render/highlighter";

const PYTHON = '"""Doc\nof two lines."""\n\ndef f(x: int):\n    return f"{x}"  # said';
const ALWAYS = () => true;

function stateOf(text: string): EditorState {
  const state = EditorState.create({ doc: text, extensions: [markdown({ base: markdownLanguage })] });
  ensureSyntaxTree(state, text.length, 5_000);
  return state.update({}).state;
}

/** The words of the text that have a colour, with it. */
async function seen(text: string, mayColour = ALWAYS, languages?: Map<string, Colours>) {
  const state = stateOf(text);
  const known = languages ?? new Map([["python", new Colours(await colourLine("python"))]]);
  const found = coloured(state, [{ from: 0, to: text.length }], known, mayColour);
  const words = found.shown.map(({ from, to, value }) => [
    state.sliceDoc(from, to),
    /color: ([^;]*)/.exec(value.spec.attributes.style)?.[1],
  ]);
  return { ...found, words };
}

const inColour = (lines: Line[] | null) =>
  (lines ?? [])
    .flat()
    .filter(({ text, colour }) => text.trim() !== "" && colour !== "var(--code-foreground)")
    .map(({ text, colour }) => [text, colour]);

it.each([
  ["by itself", `\`\`\`py\n${PYTHON}\n\`\`\``],
  ["in a callout", `> [!tip]\n> \`\`\`python\n${PYTHON.replaceAll(/^/gm, "> ")}\n> \`\`\``],
  ["in an item", `- item\n\n  \`\`\`python\n${PYTHON.replaceAll(/^/gm, "  ")}\n  \`\`\``],
])("has the colours of the reading layer %s", async (_, text) => {
  const { words, end } = await seen(text);
  expect(words).toEqual(inColour(await colours(PYTHON, "python")));
  expect(words.length).toBeGreaterThan(8);
  expect(end).toBeNull();
});

afterEach(() => vi.restoreAllMocks());

it("has its colours on the slowest device", async () => {
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => {
    now += 10_000;
    return now;
  });
  const lines = await colours("let a = b;\nlet c = 1;", "js");
  const keywords = lines?.map((line) =>
    line.find(({ colour }) => colour === "var(--code-token-keyword)")?.text.trim(),
  );
  expect(keywords).toEqual(["let", "let"]);
});

it("leaves a line plain that would hold up the page, and colours the next", async () => {
  const [long, next] = (await colours(`${"let a; ".repeat(1_000)}\nlet b;`, "js")) ?? [];
  expect(long?.every(({ colour }) => colour === undefined)).toBe(true);
  expect(next?.[0]?.colour).toBe("var(--code-token-keyword)");
});

it("asks for a language that is not there, once its code is in view", async () => {
  const text = "```python\nx\n```\n\n```nonsense\ny\n```\n\n```rust\nz\n```";
  const { missing } = await seen(text, ALWAYS, new Map());
  expect([...missing]).toEqual(["python", "rust"]);
});

it("goes on later where there is no time, and colours no line twice", async () => {
  const asked: string[] = [];
  const colour = await colourLine("python");
  const counted = new Colours((line, before) => {
    asked.push(line);
    return colour(line, before);
  });
  const languages = new Map([["python", counted]]);
  const text = "```python\na = 1\nb = 2\nc = 3\n```";
  const first = await seen(text, () => asked.length < 2, languages);
  expect(first.end).toBe(text.indexOf("c"));
  expect(asked).toEqual(["a = 1", "b = 2"]);
  const changed = await seen(text.replace("b = 2", "b = '2'"), ALWAYS, languages);
  expect(changed.end).toBeNull();
  expect(asked).toEqual(["a = 1", "b = 2", "b = '2'", "c = 3"]);
});
