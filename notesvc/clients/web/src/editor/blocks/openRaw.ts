/** Opens a piece of raw markdown for editing, with the caret at a place in its source. */
import { SourceBlockWithPreviewExtension } from "@blocknote/core/extensions";
import { TextSelection } from "@tiptap/pm/state";
import type { NoteEditor } from "./schema";

export function openRaw(editor: NoteEditor, blockId: string, offset: number): void {
  const store = editor.getExtension(SourceBlockWithPreviewExtension)?.store;
  editor.setTextCursorPosition(blockId, "start");
  store?.setState((state) => ({ ...state, popupOpen: blockId, selected: blockId }));
  const view = editor.prosemirrorView;
  const { $from } = view.state.selection;
  const place = Math.min($from.start() + offset, $from.end());
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, place)));
  view.focus();
}
