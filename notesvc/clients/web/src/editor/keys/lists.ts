/** Items that come out of the list that they are in, by Shift+Tab or by Enter in an empty one. */
import type { EditorView } from "@tiptap/pm/view";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { placeAt } from "./place";

const ITEMS = ["bulletListItem", "numberedListItem", "checkListItem", "toggleListItem"];
const PLAIN = ["bulletListItem", "numberedListItem"];

/**
 * One level out. Between numbers a bullet would end their list, as would one that starts at a number of its own, and a
 * number a list of bullets: it becomes as those; and an item without words as the one it was in.
 */
export function outdentBlocks(editor: NoteEditor): void {
  const blocks = editor.getSelection()?.blocks ?? [editor.getTextCursorPosition().block];
  const around = blocks[0] && editor.getParentBlock(blocks[0]);
  editor.transact(() => {
    editor.unnestBlock();
    if (around === undefined || !ITEMS.includes(around.type)) return;
    for (const { id, type, content } of blocks) {
      if (!ITEMS.includes(type) || editor.getParentBlock(id)?.id === around.id) continue;
      const isEmpty = Array.isArray(content) && content.length === 0;
      if (!isEmpty && !(PLAIN.includes(type) && PLAIN.includes(around.type))) continue;
      const props = around.type === "numberedListItem" ? { start: undefined } : {};
      editor.updateBlock(id, { type: around.type, props } as NoteBlock);
    }
  });
}

/** Enter in an empty item of a list within a list: whether it was an item of such a list. */
export function leaveNestedItem(editor: NoteEditor, view: EditorView): boolean {
  const { $from, empty } = view.state.selection;
  const place = placeAt($from);
  if (!empty || place === undefined || place.content.content.size > 0) return false;
  if (!ITEMS.includes(place.content.type.name)) return false;
  const $before = view.state.doc.resolve(place.before);
  const around = $before.depth > 1 ? $before.node($before.depth - 1) : null;
  if (!ITEMS.includes(around?.firstChild?.type.name ?? "")) return false;
  outdentBlocks(editor);
  return true;
}
