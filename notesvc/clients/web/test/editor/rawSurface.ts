/** The whole raw surface with its keymap, written as in `rawKeys.ts`: `¦` is the caret, `‹ ›` hold what is selected. */
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { Places, placesOf } from "../../src/editor/raw/places";
import { stateOf } from "../../src/editor/raw/state";
import type { WorkspaceContext } from "../../src/editor/workspaceContext";
import { PLAIN } from "../../src/render/reading";
import { pressIn } from "./keyboard";
import { shown } from "./rawKeys";

const known = { noteId: "", titles: () => [], tags: [], people: [], users: [], reading: PLAIN };
const workspace = known as unknown as WorkspaceContext;

export function surface(marked: string, known = workspace): EditorView {
  const text = marked.replace("¦", "");
  const given = { text, isEditable: true, places: placesOf.of(new Places()) };
  const begun = stateOf(given, known, () => {});
  ensureSyntaxTree(begun, text.length, 5_000);
  const { state } = begun.update({ selection: { anchor: marked.indexOf("¦") } });
  return new EditorView({ state, parent: document.body });
}

/** What the text is after these keys; null where the last of them is left to the browser. */
export function made(marked: string, ...names: string[]): string | null {
  const view = surface(marked);
  const isTaken = names.map((name) => pressIn(view.contentDOM, name)).at(-1);
  const text = shown(view);
  return isTaken ? text : null;
}
