/** Enter in an empty item of a list within a list: one level out. */
import type { EditorView } from "@tiptap/pm/view";
import type { NoteEditor } from "../blocks/schema";
import { placeAt } from "./place";

const ITEMS = ["bulletListItem", "numberedListItem", "checkListItem", "toggleListItem"];

/** Whether the caret stood in such an item, which is then an item of the list around it. */
export function leaveNestedItem(editor: NoteEditor, view: EditorView): boolean {
  const { $from, empty } = view.state.selection;
  const place = placeAt($from);
  if (!empty || place === undefined || place.content.content.size > 0) return false;
  if (!ITEMS.includes(place.content.type.name)) return false;
  const $before = view.state.doc.resolve(place.before);
  const around = $before.depth > 1 ? $before.node($before.depth - 1) : null;
  if (!ITEMS.includes(around?.firstChild?.type.name ?? "")) return false;
  editor.unnestBlock();
  return true;
}
