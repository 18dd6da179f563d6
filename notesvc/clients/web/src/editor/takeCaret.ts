/** The caret that the page has put into the text, told to the editor before the browser does it. */
import { Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** From now on it is the editor's own: what is drawn anew in the same moment, such as coloured code, leaves it there. */
export function takeCaret(view: EditorView): void {
  const selection = document.getSelection();
  if (!selection?.focusNode || !view.dom.contains(selection.focusNode)) return;
  const at = view.state.doc.resolve(view.posAtDOM(selection.focusNode, selection.focusOffset));
  if (at.parent.inlineContent) view.dispatch(view.state.tr.setSelection(Selection.near(at)));
}
