/** Backspace and Delete at the edge of a block: texts are joined, and what cannot be joined is gone to, never lost at once. */
import type { Node } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { headOf } from "../tokens/callout";
import { type Place, placeAt } from "./place";

/** Backspace below a picture, a line or a formula selects it; whether the key is done with here. */
export function deleteBackward(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const { $from, empty } = selection;
  const own = placeAt($from);
  const isAtStart = empty && own?.content === $from.parent && $from.parentOffset === 0;
  if (!isAtStart || own.content.type.name !== "paragraph") return false;
  // BlockNote takes what stands within another block out of it first.
  if (doc.resolve(own.before).depth > 1) return false;
  const above = Selection.findFrom(doc.resolve(own.before), -1);
  const last = above && placeAt(above.$from);
  if (!above || !last || !isWhole(last.content)) return false;
  if (isBlank(own.content) && mayGo(doc, own)) return goOn(view, own, above);
  view.dispatch(view.state.tr.setSelection(above).scrollIntoView());
  return true;
}

/** Letters have no place in it. */
const isWhole = (content: Node): boolean => content.isAtom || content.type.name === "rawMarkdown";

/** Whether the key is done with here; BlockNote joins texts. */
export function deleteForward(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const { $from, empty } = selection;
  const own = placeAt($from);
  if (!empty || own?.content !== $from.parent || $from.parentOffset < $from.parent.content.size) return false;
  const behind = Selection.findFrom(doc.resolve(own.before + 1 + own.content.nodeSize), 1);
  const next = behind && placeAt(behind.$from);
  if (!behind || !next) return false;
  if (isBlank(own.content) && mayGo(doc, own)) return goOn(view, own, behind);
  if (isLine(own.content) && isLine(next.content)) {
    loseHead(view, next);
    return false;
  }
  if (isBlank(next.content) && mayGo(doc, next))
    view.dispatch(view.state.tr.delete(next.before, next.after).scrollIntoView());
  else view.dispatch(view.state.tr.setSelection(behind).scrollIntoView());
  return true;
}

const isLine = (content: Node): boolean => content.inlineContent && content.type.spec.code !== true;

const isBlank = (content: Node): boolean => content.type.name === "paragraph" && content.content.size === 0;

/** It holds no others, and is not all that a group holds. */
const mayGo = (doc: Node, { before }: Place): boolean =>
  doc.nodeAt(before)?.childCount === 1 && doc.resolve(before).parent.childCount > 1;

/** The empty line goes, and what stands beside it stays what it is. */
function goOn(view: EditorView, own: Place, there: Selection): true {
  const change = view.state.tr.delete(own.before, own.after);
  change.setSelection(there.map(change.doc, change.mapping));
  view.dispatch(change.scrollIntoView());
  return true;
}

/** The title of a callout that is joined to other words is no title, and its sign would be seen. */
function loseHead(view: EditorView, { before, content }: Place): void {
  const head = headOf(content);
  if (head) view.dispatch(view.state.tr.delete(before + 2, before + 2 + head.length));
}
