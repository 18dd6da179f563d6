/** Sets words below or above the line: `<sub>` or `<sup>` around them. */
import { type EditorState, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { type Script, type ScriptTag, scriptsOf } from "../tokens/scripts";

/** The innermost tags around what is selected in one block. */
function around({ selection: { $from, $to } }: EditorState): Script | undefined {
  if (!$from.sameParent($to) || !$from.parent.isTextblock) return undefined;
  const [from, to] = [$from.parentOffset, $to.parentOffset];
  return scriptsOf($from.parent).find((each) => each.from < from && to < each.to);
}

/** Put the tags around what is selected, or around the caret; what has them loses them, the other ones are replaced. */
export function script(view: EditorView, tag: ScriptTag): boolean {
  const { state } = view;
  const { $from, $to } = state.selection;
  const piece = state.schema.nodes.mdInline;
  const isText = $from.sameParent($to) && $from.parent.isTextblock && !$from.parent.type.spec.code;
  if (!isText || piece === undefined) return false;
  const present = around(state);
  const change = state.tr;
  const [first, last] = [piece.create({ src: `<${tag}>` }), piece.create({ src: `</${tag}>` })];
  if (present !== undefined) {
    const [start, end] = [$from.start() + present.from, $from.start() + present.to];
    const isOther = present.tag !== tag;
    change.replaceWith(end - 1, end, isOther ? last : []).replaceWith(start, start + 1, isOther ? first : []);
  } else {
    change.insert($to.pos, last).insert($from.pos, first);
    change.setSelection(TextSelection.create(change.doc, $from.pos + 1, $to.pos + 1));
  }
  view.dispatch(change.scrollIntoView());
  view.focus();
  return true;
}
