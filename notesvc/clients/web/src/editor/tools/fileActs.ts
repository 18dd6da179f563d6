/** What a finger does to the file that a block shows: the toolbar over a selected one is for pointers. */
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import type { Act } from "./blockActs";

type FileBlock = NoteBlock & { id: string; type: string; props: { url: string; caption: string } };

/** Whether there is a file in it already. */
export const hasFile = (block: NoteBlock): block is FileBlock =>
  Boolean((block.props as { url?: string } | undefined)?.url);

/** In BlockNote's own words, as they stand over a selected file. */
export function fileActs(editor: NoteEditor, block: FileBlock, writeCaption: () => void): Act[] {
  const words = editor.dictionary.formatting_toolbar;
  const of = (names: Record<string, string>) => names[block.type] ?? names.file ?? "";
  return [
    { name: words.file_caption.tooltip, run: writeCaption },
    { name: of(words.file_replace.tooltip), run: () => choose(editor, block) },
    { name: of(words.file_download.tooltip), run: () => download(editor, block.id) },
  ];
}

/** As the file is now: it may have been replaced since its menu was opened. */
function download(editor: NoteEditor, id: string): void {
  const block = editor.getBlock(id) as FileBlock | undefined;
  if (block) window.open(block.props.url, "_blank", "noreferrer");
}

/** The new file stands where the old one stood, with its caption and its width. */
function choose(editor: NoteEditor, { id, type }: FileBlock): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = type === "file" ? "" : `${type}/*`;
  input.onchange = async () => {
    const file = input.files?.[0];
    const sent = file && (await editor.uploadFile?.(file, id));
    if (sent && editor.getBlock(id)) editor.updateBlock(id, sent as NoteBlock);
  };
  input.click();
}
