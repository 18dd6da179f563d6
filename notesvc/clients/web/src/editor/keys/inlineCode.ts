/** Inline code has an inside and an outside at both ends, though the caret stands at the same place. */
import type { EditorView } from "@tiptap/pm/view";

/** An arrow at the end of inline code, or at its start in front of a line, steps out of it: what is typed next is plain. */
export function leaveInlineCode({ state, dispatch }: EditorView, direction: 1 | -1): boolean {
  const { $head, empty } = state.selection;
  const { code } = state.schema.marks;
  if (!empty || !code?.isInSet(state.storedMarks ?? $head.marks())) return false;
  const beyond = direction > 0 ? $head.nodeAfter : $head.nodeBefore;
  if (beyond && code.isInSet(beyond.marks)) return false;
  dispatch(state.tr.removeStoredMark(code));
  return true;
}
