// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import type { NoteBlock, NoteEditor } from "../../src/editor/blocks/schema";
import { endStep } from "../../src/editor/document/steps";
import { column, DOT, FORMULA, made, noteWith, press, typed } from "./blockKeys";

const TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4¦ |";
const CODE = "```\na¦\n```";

describe("a block that ends the note is left to a line below it", () => {
  const ENDS = [
    TABLE,
    CODE,
    `‹${FORMULA}›`,
    "‹---›",
    `‹${DOT}›`,
    `> a\n>\n> ${CODE.replaceAll("\n", "\n> ")}`,
  ];
  const WAYS = ["ArrowDown", "ArrowRight", "Control+Enter", "Control+End"];
  const inQuote = (text: string) => (text.startsWith(">") ? ">\n> " : "\n");

  it.each(ENDS.flatMap((text) => WAYS.map((key) => [text, key])))("%j with %s", (text, key) => {
    const alone = text.replace(/[¦‹›]/g, "");
    expect(made(text, key, typed("next"))).toBe(`${alone}\n${inQuote(text)}next¦`);
  });

  it("where there is none already, and where its end is elsewhere the browser goes there", () => {
    expect(made("‹---›\n\n·", "ArrowDown")).toBe("---\n\n¦");
    expect(made("¦a\n\n---", "Control+End")).toBe("a\n\n---\n\n¦");
    expect(made("```\n¦a\n```", "Control+End")).toBeNull();
    expect(made("¦a\n\nb", "Control+End")).toBeNull();
  });
});

describe("a block that begins the note is left to a line above it", () => {
  it.each([
    [column("a¦", "b"), "ArrowUp", column("a", "b")],
    [column("¦a", "b"), "ArrowLeft", column("a", "b")],
    [CODE, "ArrowUp", "```\na\n```"],
    ["```\n¦a\n```", "ArrowLeft", "```\na\n```"],
    [`‹${FORMULA}›\n\na`, "ArrowUp", `${FORMULA}\n\na`],
    [`‹${FORMULA}›`, "ArrowLeft", FORMULA],
    ["‹---›", "ArrowUp", "---"],
    ["‹---›", "ArrowLeft", "---"],
    [`‹${DOT}›`, "ArrowUp", DOT],
  ])("%j with %s", (text, key, rest) => expect(made(text, key)).toBe(`¦\n\n${rest}`));
});

describe("an arrow goes", () => {
  it.each<[key: string, before: string, after: string | null]>([
    ["ArrowDown", column("a¦", "b"), column("a", "¦b")],
    ["ArrowDown", `${column("a", "b¦")}\n\nc`, `${column("a", "b")}\n\n¦c`],
    ["ArrowUp", column("a", "b¦"), column("¦a", "b")],
    ["ArrowRight", column("a¦", "b"), column("a", "¦b")],
    ["ArrowLeft", column("a", "¦b"), column("a¦", "b")],
    ["ArrowDown", "‹---›\n\na", "---\n\n¦a"],
    ["ArrowUp", "a\n\n‹---›", "a¦\n\n---"],
    ["ArrowLeft", "a\n\n‹---›", "a¦\n\n---"],
    ["ArrowDown", "a¦\n\n---", "a\n\n‹---›"],
    ["ArrowRight", "a¦\n\n---", "a\n\n‹---›"],
    ["ArrowLeft", "---\n\n¦a", "‹---›\n\na"],
    ["ArrowDown", `‹${FORMULA}›\n\na`, `${FORMULA}\n\n¦a`],
    ["ArrowUp", `a\n\n‹${FORMULA}›`, `a¦\n\n${FORMULA}`],
    ["ArrowDown", "$$\nx¦\n$$", `${FORMULA}\n\n¦`],
    ["ArrowLeft", "a\n\n> [!tip] ¦b", "a¦\n\n> [!tip] b"],
    ["ArrowRight", "```\n¦a\n```", null],
    ["ArrowLeft", "```\na¦\n```", null],
    ["ArrowDown", "```\na¦\n```\n\nb", null],
  ])("with %s from %j to %j", (key, before, after) => expect(made(before, key)).toBe(after));

  it.each<[key: string, before: string, after: string | null]>([
    ["ArrowRight", "`code`¦", "`code` x¦"],
    ["ArrowRight", "`code`¦ and more", "`code` x¦ and more"],
    ["ArrowLeft", "¦`code`", "x¦`code`"],
    ["ArrowRight", "`co¦de`", null],
    ["ArrowLeft", "`code`¦", null],
    ["ArrowLeft", "and `code`¦", null],
  ])("with %s out of inline code from %j to %j", (key, before, after) => {
    expect(made(before, key, typed(key === "ArrowRight" ? " x" : "x"))).toBe(after);
  });

  it.each([
    ["Alt+Shift+ArrowUp", "b¦\n\na\n\nc"],
    ["Alt+Shift+ArrowDown", "a\n\nc\n\nb¦"],
  ])("with its block on %s", (key, after) => expect(made("a\n\nb¦\n\nc", key)).toBe(after));
});

describe("a formula", () => {
  const open = [typed("$$"), "Enter", typed("x")];

  it("is opened by its signs and set by Escape or an arrow, and what is typed next stands below it", () => {
    expect(made("¦", typed("$$"), "Enter")).toBe("$$\n¦\n$$");
    expect(made("¦", ...open, "Escape")).toBe(`‹${FORMULA}›`);
    expect(made("¦", ...open, "Escape", "Enter", typed("next"))).toBe(`${FORMULA}\n\nnext¦`);
    expect(made("¦", ...open, "ArrowDown", typed("next"))).toBe(`${FORMULA}\n\nnext¦`);
    expect(made("¦", typed("$$x$$"), "Enter")).toBe("$$x$$\n\n¦");
  });

  it("is opened again by Alt and Enter, and left by Enter", () => {
    expect(made(`‹${FORMULA}›\n\na`, "Alt+Enter")).toBe(`${FORMULA}¦\n\na`);
    expect(made(`‹${FORMULA}›\n\na`, "Alt+Enter", "Enter")).toBe(`${FORMULA}\n\n¦\n\na`);
  });
});

it.each([
  ["***", "Enter", "---\n\n¦"],
  ["|a|b|", "Enter", "| a | b |\n| --- | --- |\n| ¦ |  |"],
  ["[^1]:", " ", "[^1]: ¦"],
  ["- [x]", " ", "- [x] ¦"],
])("a line that says %j and %j is what that means", (line, key, after) => {
  expect(made("¦", typed(line), key === " " ? typed(" ") : key)).toBe(after);
});

const picture = { url: "/files/1/a.png", name: "a" };
const FILES: NoteBlock[] = (["image", "audio", "video", "file"] as const).map((type) => ({
  type,
  props: picture,
}));

describe("a block without letters is selected before it is deleted, and comes back", () => {
  const becomes = (block: NoteBlock) => (editor: NoteEditor) => {
    editor.updateBlock(editor.document[1]!.id, block);
    endStep(editor.prosemirrorView);
  };
  const all: NoteBlock[] = [...FILES, { type: "rawMarkdown", content: FORMULA }, { type: "divider" }];
  const kinds = (editor: NoteEditor) => editor.document.map(({ type }) => type);

  it.each(all.map((block) => [block.type, block] as const))("%s", (type, block) => {
    for (const [text, key, rest] of [
      ["above\n\n---\n\n¦", "Backspace", "above"],
      ["above\n\n---\n\n¦below", "Backspace", "below"],
      ["above¦\n\n---\n\nbelow", "Delete", "below"],
    ] as const) {
      const editor = noteWith(text);
      becomes(block)(editor);
      expect(press(editor, key)).toBe(true);
      expect(kinds(editor)[1]).toBe(type);
      press(editor, key);
      expect(kinds(editor)).not.toContain(type);
      expect(editor.prosemirrorState.doc.textContent).toContain(rest);
      press(editor, "Control+z");
      expect(kinds(editor)[1]).toBe(type);
    }
  });

  it.each(["---", FORMULA, DOT])("%j", (text) => {
    expect(made(`a\n\n${text}\n\n¦b`, "Backspace")).toBe(`a\n\n‹${text}›\n\nb`);
    expect(made(`a¦\n\n${text}\n\nb`, "Delete")).toBe(`a\n\n‹${text}›\n\nb`);
    for (const key of ["Backspace", "Delete"]) expect(made(`a\n\n‹${text}›\n\nb`, key)).toBe("a\n\n¦b");
  });
});

it.each([
  `${DOT}\n\none\n\ntw¦o`,
  "---\n\none\n\ntw¦o",
  "on¦e\n\n---",
  "- [ ] on¦e\n- [x] two",
  `${column("a", "b")}\n\non¦e`,
  `on¦e\n\n${column("a", "b")}`,
  `${FORMULA}\n\non¦e`,
  "on¦e\n\n<!-- two -->",
  "> [!tip] Title\n>\n> one\n\n- tw¦o",
])("all of %j is selected, deleted and written anew", (text) => {
  // BlockNote looks for a block at the start of what is selected, which is the note.
  vi.spyOn(console, "warn").mockReturnValue();
  expect(made(text, "Control+a")?.match(/[a-z0-9]/gi)).toEqual(text.match(/[a-z0-9]/gi));
  expect(made(text, "Control+a")).toMatch(/^(?:> |- \[ \] )?‹[^‹›]+›$/);
  expect(made(text, "Control+a", "Backspace")).toBe("¦");
  expect(made(text, "Control+a", "Delete", typed("anew"))).toBe("anew¦");
});

/** Each stands between two paragraphs; the caret is where its braces are. */
const KINDS = {
  paragraph: "{b and e}",
  heading: "## {b and e}",
  bullet: "- {b and e}\n    - in",
  nested: "1. out\n    1. {b and e}",
  task: "- [ ] out\n    - [ ] {b and e}",
  toggle: "- {b and e} <!-- toggle -->\n    - in",
  quote: "> {b and\n>\n> e}",
  title: "> [!tip] {b and e}\n>\n> body",
  "bare title": "> [!tip] {b and e}",
  "folded title": "> [!note]- {b and e}\n>\n> body",
  body: "> [!tip]+ Title\n>\n> {b and\n>\n> - e}",
  code: "```\n{b and\n    e}\n```",
  cell: "| x | y | z |\n| --- | --- | --- |\n|  | {b and e} |  |\n|  |  |  |",
  "last cell": "| x |  |\n| --- | --- |\n|  | {b and e} |",
  formula: "$$\n{b and e}\n$$",
  links: "[[Links]] {b and e} [[Links|named]]",
  signs: "==pen== $x^2$ {b and e} $y$",
  raw: "‹<!-- words -->›",
  picture: `‹${DOT}›`,
  line: "‹---›",
};
const KEYS =
  "Enter Shift+Enter Backspace Delete Tab Shift+Tab ArrowUp ArrowDown ArrowLeft ArrowRight Escape".split(" ");

/** The text with the caret in each place, and what is pressed there. */
function deeds(text: string): [marked: string, key: string][] {
  const bare = text.replace(/[{}‹›]/g, "");
  const around = ["Delete", "ArrowDown"].map((key): [string, string] => [`a¦\n\n${bare}\n\nc`, key]);
  const below = ["Backspace", "ArrowUp"].map((key): [string, string] => [`a\n\n${bare}\n\n¦c`, key]);
  const places = text.includes("‹")
    ? [text]
    : [text.replace("{", "¦").replace("}", ""), text.replace("{", "").replace("}", "¦")];
  return [
    ...around,
    ...below,
    ...places.flatMap((at) => KEYS.map((key): [string, string] => [`a\n\n${at}\n\nc`, key])),
  ];
}

/** Of a callout without its sign, which goes as one. */
const letters = (editor: NoteEditor) =>
  editor.prosemirrorState.doc.textContent.replace(/\[!\w+\]/g, "").replace(/[^A-Za-z]/g, "");

/** What is not as it should be once the key was pressed and a letter typed. */
function* wrongs(marked: string, key: string): Generator<string> {
  const editor = noteWith(marked);
  const before = letters(editor);
  const isTaken = press(editor, key);
  if (key.endsWith("Tab") && !isTaken) yield "it leaves the text";
  const after = letters(editor);
  const isDeleted = marked.includes("‹") && /^(?:Backspace|Delete)$/.test(key);
  if (after !== before && !isDeleted) yield `${before} became ${after}`;
  typed("Q")(editor);
  if (letters(editor).replace("Q", "") !== after) yield `with a letter ${after} became ${letters(editor)}`;
}

describe("no key at an edge of a block loses the caret or a word", () => {
  it.each(Object.entries(KINDS))("%s", (_, text) => {
    const found = deeds(text).flatMap(([marked, key]) =>
      [...wrongs(marked, key)].map((wrong) => `${JSON.stringify(marked)} ${key}: ${wrong}`),
    );
    expect(found).toEqual([]);
  });
});
