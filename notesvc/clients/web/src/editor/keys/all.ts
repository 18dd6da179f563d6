/** Selecting all of a note. */
import type { Node } from "@tiptap/pm/model";
import { AllSelection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const isToAll = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "a";

/** Not left to browsers, which select nothing where the note begins or ends with a box, a picture or a line. */
export function selectAll(view: EditorView): true {
  const { doc, tr } = view.state;
  const isText = isWrittenIn(doc, "firstChild") && isWrittenIn(doc, "lastChild");
  const [start, end] = [doc.resolve(0), doc.resolve(doc.content.size)];
  view.dispatch(tr.setSelection(isText ? TextSelection.between(start, end) : new AllSelection(doc)));
  return true;
}

/** Where all is selected, block by block. Whether it was. */
export function deleteAll(view: EditorView): boolean {
  if (!(view.state.selection instanceof AllSelection)) return false;
  view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
  return true;
}

/** Whether plain text stands there; a table would stay when all of that is deleted. */
function isWrittenIn(doc: Node, end: "firstChild" | "lastChild"): boolean {
  let node: Node | null = doc;
  while (node && !node.isTextblock && node.type.name !== "table") node = node[end];
  return node?.isTextblock === true && node.type.name !== "rawMarkdown";
}
