/** Marks words as with a pen: `==` on either side of them. */
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { highlightsOf, SIGN } from "../../render/highlights";
import { readable } from "../tokens/readable";

const MARK = "==";

/** Mark what is selected in one block; what is marked already is unmarked. */
export function highlight(view: EditorView): boolean {
  const { $from, $to } = view.state.selection;
  if (!$from.sameParent($to) || !$from.parent.isTextblock || $from.parent.type.spec.code) return false;
  const start = $from.start();
  const [from, to] = [$from.parentOffset, $to.parentOffset];
  const around = highlightsOf(readable($from.parent)).find((each) => each.start <= from && each.end >= to);
  const change = view.state.tr;
  if (around !== undefined) {
    change.delete(start + around.end - SIGN, start + around.end);
    change.delete(start + around.start, start + around.start + SIGN);
  } else {
    const said = $from.parent.textBetween(from, to, undefined, " ");
    const [first, last] = [said.length - said.trimStart().length, said.length - said.trimEnd().length];
    if (said.trim() === "") return false;
    change.insertText(MARK, $to.pos - last).insertText(MARK, $from.pos + first);
    change.setSelection(TextSelection.create(change.doc, $from.pos + first, $to.pos - last + 2 * SIGN));
  }
  view.dispatch(change);
  view.focus();
  return true;
}
