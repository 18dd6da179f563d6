/** Types held-back text where the caret stands on the page: the editor hears of it only later when a key has moved it. As
 * from the keyboard, lists go on in it. */
import { type EditorView, runScopeHandlers } from "@codemirror/view";

export function typeAtCaret(view: EditorView, text: string): void {
  const { focusNode, focusOffset } = document.getSelection() ?? {};
  if (focusNode && view.contentDOM.contains(focusNode))
    view.dispatch({ selection: { anchor: view.posAtDOM(focusNode, focusOffset) } });
  const [first = "", ...others] = text.split("\n");
  insert(view, first);
  for (const line of others) {
    runScopeHandlers(view, new KeyboardEvent("keydown", { key: "Enter" }), "editor");
    insert(view, line);
  }
}

function insert(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
}
