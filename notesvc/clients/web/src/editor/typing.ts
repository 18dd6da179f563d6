/** Types held-back text where the caret stands on the page, which the editor may not have noticed yet. As from the keyboard,
 * markdown in it is taken. */
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** Letters that somebody types meanwhile at most; what is longer was pasted, and is put in as it is. */
const MOST = 1_000;

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
  for (const letters of text.length > MOST ? [text] : text) {
    const { from, to } = view.state.selection;
    const plain = () => view.state.tr.insertText(letters, from, to);
    const isTaken = view.someProp("handleTextInput", (handle) => handle(view, from, to, letters, plain));
    if (!isTaken) view.dispatch(plain().scrollIntoView());
  }
}

/** As the key does it in this place: a new block, a new item, a line of code. */
function pressEnter(view: EditorView): void {
  const enter = new KeyboardEvent("keydown", { key: "Enter", cancelable: true });
  view.someProp("handleKeyDown", (handle) => handle(view, enter) || undefined);
}
