/** Marks in the blocks for files that are on their way when the surface goes, and the files that take their places. */
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import type { Uploads } from "../upload/uploads";

/** Leave a mark in each block that waits, for the files to arrive at without the surface. */
export function leaveMarks(editor: NoteEditor, uploads: Uploads, changed: () => void): void {
  uploads.leave((id, mark) => {
    if (editor.getBlock(id) === undefined) return false;
    setUrl(editor, id, mark);
    changed();
    return true;
  });
}

/** Whether the mark stood somewhere, where the address stands now. */
export function arriveIn(editor: NoteEditor, mark: string, url: string): boolean {
  const ids: string[] = [];
  editor.forEachBlock((block) => {
    if ((block.props as { url?: string }).url === mark) ids.push(block.id);
    return true;
  });
  for (const id of ids) setUrl(editor, id, url);
  return ids.length > 0;
}

/** Taking back what was typed does not take this back. */
function setUrl(editor: NoteEditor, id: string, url: string): void {
  editor.transact((change) => {
    change.setMeta("addToHistory", false);
    editor.updateBlock(id, { props: { url } } as NoteBlock);
  });
}
