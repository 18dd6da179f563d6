/** Keys in a quote, callout or toggle: its first line or title is the block's own text, its body the blocks within. */
import { Fragment, type Node, type ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { headOf } from "../tokens/callout";
import { placeAt } from "./place";

/** A block where it stands: before its container, and what the container holds. */
interface At {
  before: number;
  node: Node;
}

/** The container around the text at this place. */
function containerAt($at: ResolvedPos): At | undefined {
  const place = placeAt($at);
  const node = place && $at.doc.nodeAt(place.before);
  return node ? { before: place.before, node } : undefined;
}

const isQuote = (container: Node): boolean => container.firstChild?.type.name === "quote";

const isCallout = ({ firstChild }: Node): boolean => firstChild !== null && headOf(firstChild) !== null;

const isToggle = (container: Node): boolean => container.firstChild?.type.name === "toggleListItem";

/** The block in whose body this one stands, not deeper. */
function around(doc: Node, { before }: At): At | undefined {
  const $before = doc.resolve(before);
  if ($before.depth < 2) return undefined;
  return { before: $before.before($before.depth - 1), node: $before.node($before.depth - 1) };
}

/** Enter behind words of a toggle goes on within it; one that is folded keeps what it holds, and another one follows. */
function enterToggle(view: EditorView, own: At): boolean {
  if (view.state.selection.$from.parentOffset === 0) return false;
  const shown = view.nodeDOM(own.before) as HTMLElement | null;
  const isOpen = own.node.childCount === 1 || shown?.querySelector("[data-show-children=true]") != null;
  return isOpen ? beginBody(view, own) : beginNext(view, own);
}

function beginNext(view: EditorView, { before, node }: At): boolean {
  const { $from } = view.state.selection;
  const title = node.firstChild;
  const rest = title?.type.create(null, title.content.cut($from.parentOffset));
  const next = view.state.schema.nodes.blockContainer?.create(null, rest);
  if (!next) return false;
  const change = view.state.tr.delete($from.pos, $from.end());
  const behind = change.mapping.map(before + node.nodeSize);
  change.insert(behind, next).setSelection(TextSelection.create(change.doc, behind + 2));
  view.dispatch(change.scrollIntoView());
  return true;
}

/** Enter behind words of a quote goes on within it; a quote without any is none. */
function enterQuote(view: EditorView, { before, node }: At): boolean {
  const { $from } = view.state.selection;
  if ($from.parent.content.size > 0) return $from.parentOffset > 0 && beginBody(view, { before, node });
  if (node.childCount > 1) return false;
  view.dispatch(view.state.tr.setNodeMarkup(before + 1, view.state.schema.nodes.paragraph).scrollIntoView());
  return true;
}

/** Enter in the title goes on in the body; on the empty last line of the body it leaves quote, callout or toggle. */
export function enterBody(view: EditorView, isSoft = false): boolean {
  const { state } = view;
  const { $from, empty } = state.selection;
  const own = empty ? containerAt($from) : undefined;
  if (own === undefined) return false;
  if (isCallout(own.node)) return beginBody(view, own);
  if (isQuote(own.node) && !isSoft) return enterQuote(view, own);
  if (isToggle(own.node) && !isSoft && enterToggle(view, own)) return true;
  const box = around(state.doc, own);
  const { firstChild, childCount } = own.node;
  if (
    box === undefined ||
    !(isQuote(box.node) || isToggle(box.node)) ||
    childCount > 1 ||
    firstChild?.type.name !== "paragraph"
  )
    return false;
  if (firstChild.content.size > 0) return false;
  const $own = state.doc.resolve(own.before);
  if ($own.index() < $own.parent.childCount - 1) return goOnBelow(view, own);
  return leave(view, own, box);
}

function beginBody(view: EditorView, { before, node }: At): boolean {
  const { $from } = view.state.selection;
  const { blockContainer, blockGroup, paragraph } = view.state.schema.nodes;
  const title = node.firstChild;
  if (!title || !blockContainer || !blockGroup || !paragraph) return false;
  const line = blockContainer.create(null, paragraph.create(null, title.content.cut($from.parentOffset)));
  const change = view.state.tr.delete($from.pos, $from.end());
  const behind = change.mapping.map(before + 1 + title.nodeSize);
  const hasBody = node.childCount > 1;
  change.insert(hasBody ? behind + 1 : behind, hasBody ? line : blockGroup.create(null, line));
  change.setSelection(TextSelection.create(change.doc, behind + 3));
  view.dispatch(change.scrollIntoView());
  return true;
}

/** An empty line between others stays, and another one follows. */
function goOnBelow(view: EditorView, { before, node }: At): boolean {
  const change = view.state.tr.insert(before + node.nodeSize, emptyLine(view.state));
  change.setSelection(TextSelection.create(change.doc, before + node.nodeSize + 2));
  view.dispatch(change.scrollIntoView());
  return true;
}

function leave(view: EditorView, own: At, box: At): boolean {
  const change = view.state.tr.insert(box.before + box.node.nodeSize, own.node);
  takeOut(change, own);
  const at = change.mapping.map(box.before + box.node.nodeSize, -1);
  change.setSelection(TextSelection.create(change.doc, at + 2));
  view.dispatch(change.scrollIntoView());
  return true;
}

const emptyLine = ({ schema }: EditorState): Fragment =>
  Fragment.fromArray(
    [schema.nodes.blockContainer?.create(null, schema.nodes.paragraph?.create())].filter(
      (node) => node !== undefined,
    ),
  );

/** Take the block out of its group; a group that held nothing else goes with it. */
function takeOut(change: EditorState["tr"], { before, node }: At): void {
  const $at = change.doc.resolve(before);
  if ($at.parent.childCount > 1) change.delete(before, before + node.nodeSize);
  else change.delete($at.before(), $at.after());
}

/** Backspace at the start of a line of the body joins it to what stands above, and never breaks the quote. */
export function backspaceInQuote(view: EditorView): boolean {
  const { state } = view;
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.parent.type.name !== "paragraph") return false;
  const own = containerAt($from);
  const box = own && around(state.doc, own);
  if (!own || own.node.childCount > 1 || !box || !isQuote(box.node)) return false;
  const above = Selection.findFrom(state.doc.resolve(own.before), -1);
  if (above === null) return false;
  const text = $from.parent.content;
  const target = above.$head.parent;
  const change = state.tr;
  if (above instanceof TextSelection && target.inlineContent && !target.type.spec.code && !isInTable(above)) {
    takeOut(change, own);
    change.insert(above.head, text);
    change.setSelection(TextSelection.create(change.doc, above.head));
  } else {
    if (text.size === 0) takeOut(change, own);
    change.setSelection(Selection.findFrom(change.doc.resolve(own.before), -1) ?? above);
  }
  view.dispatch(change.scrollIntoView());
  return true;
}

const isInTable = ({ $head }: Selection): boolean => $head.parent.type.name === "tableParagraph";
