// @vitest-environment jsdom
/** The menus of both surfaces: what stands in the note after a sign, some letters and a key, and what is made by it. */
import type { EditorView } from "@codemirror/view";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { NoteMetadata } from "../../src/api";
import { emojiFor } from "../../src/editor/menus/emoji";
import { ranked } from "../../src/editor/menus/ranking";
import { commandsFor } from "../../src/editor/menus/slash";
import { MenuStore } from "../../src/editor/menus/store";
import { take } from "../../src/editor/menus/take";
import type { WorkspaceContext } from "../../src/editor/workspaceContext";
import { PLAIN } from "../../src/render/reading";
import { Titles } from "../../src/render/titles";
import { surface as blockSurface, press, shown as shownBlocks, typed } from "./blockKeys";
import { pressIn } from "./keyboard";
import { shown as shownText } from "./rawKeys";
import { surface as rawSurface } from "./rawSurface";

const made: string[] = [];
vi.mock("../../src/editor/workspaceContext", async (original) => ({
  ...(await original<object>()),
  createNote: async (_: unknown, title: string) => void made.push(`note ${title}`),
  addPerson: async (name: string) => void made.push(`person ${name}`),
}));

const NOTES = ["Garden year", "Kitchen"].map(
  (name, index) => ({ id: `${index}`, name, parentId: null }) as NoteMetadata,
);
const workspace = {
  noteId: "n",
  titles: () => ranked(NOTES, (note) => note.name),
  index: new Titles(NOTES, []),
  tags: ["plum", "plan-b"].map((tag) => ({ tag, count: 1, color: null })),
  people: [
    { id: "b", name: "Ben orders paper", aliases: [], color: null },
    { id: "z", name: "Zoe", aliases: ["Zozo"], color: null },
  ],
  users: [{ id: "g", handle: "grace", name: "Grace Hopper" }],
  reading: PLAIN,
} as unknown as WorkspaceContext;

/** As both surfaces write it: a paragraph more is a line more, and nothing is escaped. */
async function inBlocks(text: string, ...keys: string[]): Promise<string> {
  const editor = blockSurface(
    workspace,
    (own) => new MenuStore(workspace, commandsFor, (menu, item) => take(own(), workspace, menu, item.choice)),
  );
  editor.prosemirrorView.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 });
  editor.prosemirrorView.focus();
  typed(text)(editor);
  await vi.runAllTimersAsync();
  for (const key of keys) if (!press(editor, key) && key === " ") typed(" ")(editor);
  const shown = shownBlocks(editor);
  editor.unmount();
  return shown.replaceAll("\n\n", "\n").replaceAll("\\", "");
}

async function inMarkdown(text: string, ...keys: string[]): Promise<string> {
  const view = rawSurface("¦", workspace);
  for (const letter of text) put(view, letter);
  await vi.runAllTimersAsync();
  for (const key of keys) {
    if (!pressIn(view.contentDOM, key) && key === " ") put(view, " ");
    await vi.runAllTimersAsync();
  }
  return shownText(view);
}

function put(view: EditorView, letter: string): void {
  const { head } = view.state.selection.main;
  const changes = { from: head, insert: letter };
  view.dispatch({ changes, selection: { anchor: head + 1 }, userEvent: "input.type" });
}

/** The emoji are there once they were asked for. */
beforeAll(() => new Promise<void>((come) => void emojiFor("tada", come)));
beforeEach(() => {
  made.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const NEW_LINE = "a new line";
const IN_BOTH: [text: string, taken: string][] = [
  // A link is asked for by its brackets: what is known by its beginning, else the words themselves; no note is made.
  ["see [[Garden year", "see [[Garden year]]"],
  ["see [[Gard", "see [[Garden year]]"],
  ["see [[year", "see [[Garden year]]"],
  ["see [[Nowhere", "see [[Nowhere]]"],
  ["see [[itch", "see [[itch]]"],
  ["see [[", NEW_LINE],
  ["a #plum", NEW_LINE],
  ["a #plu", "a #plum"],
  ["a #um", NEW_LINE],
  ["a #plan", NEW_LINE],
  ["a #new", NEW_LINE],
  ["$Zoe", NEW_LINE],
  ["$Zo", "$Zoe"],
  ["$Zoz", "$Zozo"],
  ["ask $Ben", NEW_LINE],
  ["ask $Be", "ask $Ben orders paper"],
  ["ask $Ben or", "ask $Ben orders paper"],
  ["ask $orders", NEW_LINE],
  ["$Ada", NEW_LINE],
  ["$Zoe brings the cake", NEW_LINE],
  ["$Ada brings the cake", NEW_LINE],
  ["hi @grace", NEW_LINE],
  ["hi @gra", "hi @grace"],
  ["hi @Hop", "hi @grace"],
  ["hi @nobody", NEW_LINE],
];
const IN_BLOCKS: [text: string, taken: string][] = [
  ["so :tada", "so 🎉"],
  ["so :tad", "so 🎉"],
  ["so :zzzz", NEW_LINE],
  ["/quote", "> "],
  ["/quo", "> "],
  ["/zzz", NEW_LINE],
  ["/", ""],
  ["either / or", NEW_LINE],
];

describe.each([
  ["blocks", inBlocks, [...IN_BOTH, ...IN_BLOCKS]],
  ["Markdown", inMarkdown, IN_BOTH],
] as const)("in %s", (_, noteAfter, cases) => {
  it.each(cases)(
    "Enter and Tab behind %j take what was meant, a blank and Escape nothing",
    async (text, taken) => {
      const isLine = taken === NEW_LINE;
      expect(await noteAfter(text, "Enter")).toBe(isLine ? `${text}\n¦` : `${taken}¦`);
      expect(await noteAfter(text, "Tab")).toBe(isLine ? `${text}¦` : `${taken}¦`);
      expect(await noteAfter(text, " ")).toBe(`${text} ¦`);
      expect(await noteAfter(text, "Escape", "Enter")).toBe(`${text}\n¦`);
      expect(made).toEqual([]);
    },
  );

  it.each([
    ["see [[Nowhere", "ArrowDown", "see [[Nowhere]]", "note Nowhere"],
    ["see [[Garden", "ArrowUp", "see [[Garden]]", "note Garden"],
    ["ask $Ada", "ArrowDown", "ask $Ada", "person Ada"],
    ["ask $Zo", "ArrowUp", "ask $Zo", "person Zo"],
  ])("what is made behind %j was chosen", async (text, arrow, written, what) => {
    expect(await noteAfter(text, arrow, "Enter")).toBe(`${written}¦`);
    expect(made).toEqual([what]);
  });
});
