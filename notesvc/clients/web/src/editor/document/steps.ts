/** What one step back takes back. */
import { closeHistory } from "@tiptap/pm/history";
import type { EditorView } from "@tiptap/pm/view";

/** What is done from now on is a step of its own, however soon it comes after what was typed. */
export function endStep(view: EditorView): void {
  const shared = view.state.plugins.find((plugin) => (plugin as { key?: string }).key === "y-undo$");
  if (shared) shared.getState(view.state)?.undoManager?.stopCapturing();
  else view.dispatch(closeHistory(view.state.tr));
}
