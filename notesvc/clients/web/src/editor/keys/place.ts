/** Which block the caret is in, and the paragraphs below and above it. */
import { SourceBlockWithPreviewExtension } from "@blocknote/core/extensions";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { NoteEditor } from "../blocks/schema";

export interface Place {
  id: string;
  /** What the block says itself, without the blocks within it. */
  content: Node;
  /** Before and after the block, with the blocks within it. */
  before: number;
  after: number;
}

/** The block around a place in the text. */
export function placeAt($at: ResolvedPos): Place | undefined {
  for (let depth = $at.depth; depth > 0; depth--) {
    const block = $at.node(depth);
    if (block.type.name !== "blockContainer" || block.firstChild === null) continue;
    const { firstChild: content } = block;
    return { id: String(block.attrs.id), content, before: $at.before(depth), after: $at.after(depth) };
  }
  return undefined;
}

/** The block with the caret; undefined where several are selected. */
export function placeOf({ selection }: EditorState): Place | undefined {
  const place = placeAt(selection.$from);
  return place !== undefined && placeAt(selection.$to)?.before === place.before ? place : undefined;
}

/** The last block of the text, however deep it lies. */
export function lastPlace(doc: Node): Place | undefined {
  return placeAt(Selection.atEnd(doc).$to);
}

export const isTable = (place: Place): boolean => place.content.type.name === "table";

/** Whether letters have no place in the block: a picture, a line, or a formula whose source is not open. */
export function isClosed(editor: NoteEditor, { id, content }: Place): boolean {
  if (content.type.name !== "rawMarkdown") return content.isAtom || content.type.spec.content === "";
  return editor.getExtension(SourceBlockWithPreviewExtension)?.store.state.popupOpen !== id;
}

/** Whether the text goes on behind the block, or before it. */
export function goesOn(doc: Node, { before, after, content }: Place, direction: 1 | -1): boolean {
  const edge = direction < 0 ? before : Math.min(after, before + 1 + content.nodeSize);
  return Selection.findFrom(doc.resolve(edge), direction) !== null;
}

/** Have the caret in an empty paragraph beside the block: the one that is there, or a new one. */
export function standBeside(view: EditorView, place: Place, direction: 1 | -1): void {
  const change = view.state.tr;
  putBeside(change, place, direction);
  view.dispatch(change.scrollIntoView());
}

/** To a paragraph below; the source of a formula is closed behind. */
export function leaveBelow(editor: NoteEditor, place: Place): void {
  standBeside(editor.prosemirrorView, place, 1);
  editor
    .getExtension(SourceBlockWithPreviewExtension)
    ?.store.setState((state) => ({ ...state, popupOpen: undefined }));
}

export function putBeside(change: Transaction, place: Place, direction: 1 | -1): void {
  const { nodes } = change.doc.type.schema;
  const at = direction > 0 ? place.after : place.before;
  const $at = change.doc.resolve(at);
  const beside = direction > 0 ? $at.nodeAfter : $at.nodeBefore;
  const isThere = beside?.childCount === 1 && isEmptyParagraph(beside.firstChild);
  const start = isThere && direction < 0 ? at - beside.nodeSize : at;
  if (!isThere) {
    const paragraph = nodes.blockContainer?.create(null, nodes.paragraph?.create());
    if (paragraph !== undefined) change.insert(at, paragraph);
  }
  change.setSelection(TextSelection.create(change.doc, start + 2));
}

const isEmptyParagraph = (node: Node | null) =>
  node !== null && node.type.name === "paragraph" && node.content.size === 0;
