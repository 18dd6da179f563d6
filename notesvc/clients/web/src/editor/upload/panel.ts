/** The panel that asks for a file: when it goes, writing goes on. */
import { FilePanelExtension } from "@blocknote/core/extensions";
import type { NoteEditor } from "../blocks/schema";
import type { Uploads } from "./uploads";

const hasFocus = (): boolean => document.activeElement?.closest(".bn-panel") != null;

/** The focus goes back to the text with the panel that had it. */
export function focusAfterPanel(editor: NoteEditor, signal: AbortSignal): void {
  const store = editor.getExtension(FilePanelExtension)?.store;
  const stop = store?.subscribe(() => store.state === undefined && hasFocus() && editor.focus());
  signal.addEventListener("abort", () => stop?.());
}

/** A file is chosen: nothing is left to ask, and it is on its way. */
export function sendingTo(uploads: Uploads, editor: () => NoteEditor) {
  return (file: File, blockId = "") => {
    if (hasFocus()) editor().getExtension(FilePanelExtension)?.closeMenu();
    return uploads.start(file, blockId);
  };
}
