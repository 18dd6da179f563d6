/**
 * A block surface with its keys, written as Markdown in which `¦` is the caret, `‹ ›` hold what is selected and `·` is an
 * empty line. A key comes as the browser sends it, through the same handlers in the same order.
 */
import { docToBlocks } from "@blocknote/core";
import { SourceBlockWithPreviewExtension } from "@blocknote/core/extensions";
import type { Node } from "@tiptap/pm/model";
import { AllSelection, type EditorState, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { Block } from "../../src/blocks";
import type { NoteEditor } from "../../src/editor/blocks/schema";
import { createEditor } from "../../src/editor/createEditor";
import { cleanedBlock, type GivenBlock } from "../../src/editor/document/cleaned";
import { blocksOfMarkdown } from "../../src/editor/document/markdownIn";
import { markdownOf } from "../../src/editor/document/markdownOut";
import { endStep } from "../../src/editor/document/steps";
import { WritingKeys } from "../../src/editor/keys/keys";
import { isClosed, placeOf } from "../../src/editor/keys/place";
import { MenuStore } from "../../src/editor/menus/store";
import { Uploads } from "../../src/editor/upload/uploads";
import type { WorkspaceContext } from "../../src/editor/workspaceContext";
import { PLAIN } from "../../src/render/reading";
import { pressIn } from "./keyboard";

const nothing = () => {};
const known = { noteId: "n", titles: () => [], tags: [], people: [], users: [], reading: PLAIN };
const workspace = known as unknown as WorkspaceContext;

const NO_MENU = () => new MenuStore(workspace, () => [], nothing);

/** An empty note. Its keys come first, as in `BlockSurface`. */
export function surface(
  known = workspace,
  menuOf: (editor: () => NoteEditor) => MenuStore = NO_MENU,
): NoteEditor {
  const { editor, menu } = createEditor({
    initial: [],
    workspace: known,
    uploads: new Uploads(() => "n", nothing),
    menu: menuOf,
    stored: () => undefined,
  });
  const keys = new WritingKeys(editor, menu);
  const box = document.body.appendChild(document.createElement("div"));
  box.addEventListener("keydown", (event) => keys.press(event), { capture: true });
  editor.mount(box.appendChild(document.createElement("div")));
  return editor;
}

let shared: NoteEditor | undefined;
const beginnings = new Map<string, EditorState>();

/** The surface with this text, and nothing that was done before. */
export function noteWith(marked: string): NoteEditor {
  shared ??= surface();
  const view = shared.prosemirrorView;
  const begun = beginnings.get(marked) ?? beginning(shared, marked);
  beginnings.set(marked, begun);
  view.updateState(begun);
  // What an earlier test left open, or pressed last.
  const own = placeOf(begun);
  const popupOpen = marked.includes("¦") && own?.content.type.name === "rawMarkdown" ? own.id : undefined;
  shared.getExtension(SourceBlockWithPreviewExtension)?.store.setState({ popupOpen, selected: popupOpen });
  press(shared, "F1");
  view.focus();
  return shared;
}

/** A block that is selected as a whole stands below this sign until the caret is there. */
const SIGN = "¤";

function beginning(editor: NoteEditor, marked: string): EditorState {
  const view = editor.prosemirrorView;
  const text = marked.replace("‹", `${SIGN}\n\n`).replace("›", "");
  editor.replaceBlocks(editor.document, blocksOfMarkdown(editor, text));
  const sign = editor.document.findIndex(({ content }) => JSON.stringify(content)?.includes(SIGN));
  const whole = sign < 0 ? undefined : editor.document[sign + 1];
  if (whole) {
    editor.removeBlocks([editor.document[sign]!.id]);
    editor.setTextCursorPosition(whole.id, "start");
  } else placeCaret(view);
  for (let at = positionOf(view.state.doc, "·"); at >= 0; at = positionOf(view.state.doc, "·"))
    view.dispatch(view.state.tr.delete(at, at + 1));
  endStep(view);
  return view.state;
}

function placeCaret(view: EditorView): void {
  const caret = positionOf(view.state.doc, "¦");
  const change = view.state.tr.delete(caret, caret + 1);
  view.dispatch(change.setSelection(TextSelection.create(change.doc, caret)));
}

function positionOf(doc: Node, sign: string): number {
  let found = -1;
  doc.descendants((node, at) => {
    if (found < 0 && node.isText && node.text!.includes(sign)) found = at + node.text!.indexOf(sign);
  });
  return found;
}

export const press = (editor: NoteEditor, name: string): boolean => pressIn(editor.prosemirrorView.dom, name);

/** Letters, as the browser tells of them when no handler took their key. */
export const typed =
  (text: string) =>
  (editor: NoteEditor): true => {
    for (const letter of text) if (!press(editor, letter)) put(editor.prosemirrorView, letter);
    return true;
  };

function put(view: EditorView, letter: string): void {
  const { from, to } = view.state.selection;
  const change = () => view.state.tr.insertText(letter, from, to);
  if (!view.someProp("handleTextInput", (handle) => handle(view, from, to, letter, change)))
    view.dispatch(change());
}

export type Act = string | ((editor: NoteEditor) => boolean);

/** What the note is after these keys; null where one of them is left to the browser. */
export function made(marked: string, ...acts: Act[]): string | null {
  const editor = noteWith(marked);
  const isTaken = acts.every((act) => (typeof act === "string" ? press(editor, act) : act(editor)));
  return isTaken ? shown(editor) : null;
}

export function shown(editor: NoteEditor): string {
  const { state } = editor.prosemirrorView;
  const { selection } = state;
  const place = placeOf(state);
  if (selection instanceof AllSelection) return `‹${markdown(state.doc)}›`;
  if (place && isClosed(editor, place)) return markdown(state.doc, place.id);
  if (selection.empty) return markdown(state.tr.insertText("¦").doc);
  return markdown(state.tr.insertText("›", selection.to).insertText("‹", selection.from).doc);
}

/** Without words, Markdown would not show them. */
const WORDS = new Set(["paragraph", "quote"]);

/** One block may be selected as a whole. */
const markdown = (doc: Node, whole?: string): string =>
  markdownOf((docToBlocks(doc) as GivenBlock[]).map((block) => written(block, whole))).trimEnd();

function written(given: GivenBlock, whole: string | undefined): Block {
  const children = (given.children ?? []).map((child) => written(child, whole));
  const block: Block = { ...cleanedBlock(given), children };
  if (given.id === whole) {
    const own = markdownOf([{ ...block, children: [] }]).trimEnd();
    return { type: "rawMarkdown", content: [{ type: "text", text: `‹${own}›`, styles: {} }], children };
  }
  const isEmpty =
    children.length === 0 &&
    WORDS.has(block.type) &&
    Array.isArray(block.content) &&
    block.content.length === 0;
  return isEmpty ? { ...block, content: [{ type: "text", text: "·", styles: {} }] } : block;
}

/** A table of one column: its head, and the cells below it. */
export const column = (...cells: string[]): string =>
  cells.flatMap((cell, at) => [`| ${cell} |`, ...(at === 0 ? ["| --- |"] : [])]).join("\n");

export const DOT = "![dot](/files/1/dot.png)";
export const FORMULA = "$$\nx\n$$";
