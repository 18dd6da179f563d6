/** Types held-back text where the caret stands on the page, which the editor may not have noticed yet. */
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export function typeAtCaret(view: EditorView, text: string): void {
  const { focusNode, focusOffset } = document.getSelection() ?? {};
  if (focusNode && view.dom.contains(focusNode)) {
    select(view, view.posAtDOM(focusNode, focusOffset ?? 0));
  }
  const [first = "", ...others] = text.split("\n");
  insert(view, first);
  for (const line of others) {
    pressEnter(view);
    insert(view, line);
  }
}

function select(view: EditorView, at: number): void {
  const { tr } = view.state;
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at))));
}

function insert(view: EditorView, text: string): void {
  if (text !== "") view.dispatch(view.state.tr.insertText(text).scrollIntoView());
}

/** As the key does it in this place: a new block, a new item, a line of code. */
function pressEnter(view: EditorView): void {
  const enter = new KeyboardEvent("keydown", { key: "Enter", cancelable: true });
  view.someProp("handleKeyDown", (handle) => handle(view, enter) || undefined);
}
