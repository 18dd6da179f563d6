/** Files that are dropped on words go where they would go if they were pasted before or behind them. */
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { NoteEditor } from "../blocks/schema";
import { type Place, placeAt, placeOf, standBeside } from "../keys/place";
import { putFiles } from "./pasting";

export const dropPlugin = (editorOf: () => NoteEditor) =>
  new Plugin({
    props: {
      handleDOMEvents: {
        drop(view, event) {
          const files = filesAlone(event.dataTransfer);
          const place = placeUnder(view, event);
          if (!view.editable || files.length === 0 || !place?.content.isTextblock) return false;
          event.preventDefault();
          put(editorOf(), files, place, sideOf(view, place, event));
          return true;
        },
      },
    },
  });

/** Not what is dragged within a page, which brings more than files. */
const filesAlone = (data: DataTransfer | null): File[] =>
  data === null || data.types.some((kind) => kind.startsWith("text/") || kind.startsWith("blocknote/"))
    ? []
    : [...data.files];

function placeUnder(view: EditorView, { clientX, clientY }: DragEvent): Place | undefined {
  const found = view.posAtCoords({ left: clientX, top: clientY });
  return found === null ? undefined : placeAt(view.state.doc.resolve(found.pos));
}

function sideOf(view: EditorView, place: Place, { clientY }: DragEvent): "start" | "end" {
  const words = (view.nodeDOM(place.before + 1) as Element | null)?.getBoundingClientRect();
  return words !== undefined && clientY < (words.top + words.bottom) / 2 ? "start" : "end";
}

function put(editor: NoteEditor, files: readonly File[], { id }: Place, side: "start" | "end"): void {
  editor.setTextCursorPosition(id, side);
  putFiles(editor, files);
  const placed = placeOf(editor.prosemirrorState);
  // An empty line is gone: the files stand in its place.
  if (editor.getBlock(id) !== undefined) editor.setTextCursorPosition(id, side);
  else if (placed !== undefined) standBeside(editor.prosemirrorView, placed, 1);
  editor.focus();
}
