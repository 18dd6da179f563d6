/** What pasting does in the block surface. */
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { isClosed, isTable, type Place, placeOf, standBeside } from "../keys/place";
import { keepFile, upload } from "./guard";
import { blocksOfMarkdown, looksLikeMarkdown } from "./markdownIn";
import { tidied } from "./pastedHtml";

interface Paste {
  event: ClipboardEvent;
  editor: NoteEditor;
  defaultPasteHandler: (how?: {
    prioritizeMarkdownOverHTML?: boolean;
    plainTextAsMarkdown?: boolean;
  }) => boolean | undefined;
}

/** When Ctrl-Shift-V was pressed last: the paste that follows is to be plain. */
let plainAsked = Number.NEGATIVE_INFINITY;

export function askForPlain(event: KeyboardEvent): void {
  const isPlain = event.key.toLowerCase() === "v" && event.shiftKey && (event.ctrlKey || event.metaKey);
  if (isPlain) plainAsked = event.timeStamp;
}

/** Paste, with the caret in a place to go on writing at: below what has none. */
export function paste(given: Paste): boolean | undefined {
  const { editor } = given;
  const view = editor.prosemirrorView;
  const before = placeOf(view.state);
  if (before !== undefined && isClosed(editor, before)) standBeside(view, before, 1);
  const isTaken = put(given);
  const place = placeOf(view.state);
  if (place !== undefined && isHolding(editor, place, before)) standBeside(view, place, 1);
  return isTaken;
}

/** Whether the caret is left in something pasted in which the next words have no place. */
const isHolding = (editor: NoteEditor, place: Place, before: Place | undefined): boolean =>
  isClosed(editor, place) || (isTable(place) && place.id !== before?.id);

function put({ event, editor, defaultPasteHandler }: Paste): boolean | undefined {
  const data = event.clipboardData;
  const text = data?.getData("text/plain") ?? "";
  const isPlain = event.timeStamp - plainAsked < 1_000;
  plainAsked = Number.NEGATIVE_INFINITY;
  if (data === null || inCode(editor)) return insertPlain(editor, text) || defaultPasteHandler();
  if (isPlain && text !== "") return insertPlain(editor, text);
  const kinds = data.types;
  if (kinds.includes("blocknote/html")) return defaultPasteHandler();
  if (isFilesAlone(data)) return putFiles(editor, [...data.files]);
  if (isLink(text) && hasSelection(editor)) {
    editor.createLink(text.trim());
    return true;
  }
  if (text !== "" && looksLikeMarkdown(text) && !isRich(data.getData("text/html"))) {
    putBlocks(editor, blocksOfMarkdown(editor, text));
    return true;
  }
  if (kinds.includes("text/html")) {
    editor.pasteHTML(tidied(data.getData("text/html"), (file) => keepFile(editor, file)));
    return true;
  }
  return insertPlain(editor, text);
}

const isLink = (text: string) => /^(?:https?:\/\/|mailto:|note:\/\/)\S+$/.test(text.trim());
const hasSelection = (editor: NoteEditor) => !editor.prosemirrorState.selection.empty;
const inCode = (editor: NoteEditor) => editor.prosemirrorState.selection.$from.parent.type.spec.code === true;

/** HTML that says more than the text: lists, headings, links. Editors of markdown send only coloured lines. */
const isRich = (html: string) => /<(?:h[1-6]|ul|ol|table|a|strong|em|b|i|blockquote)[\s>]/i.test(html);

/** Paragraphs where empty lines stand between them, and nothing read into the signs; in code as it is. */
function insertPlain(editor: NoteEditor, text: string): boolean {
  if (text === "") return false;
  const plain = text.replace(/\r\n?/g, "\n");
  if (inCode(editor) || !plain.includes("\n")) {
    const view = editor.prosemirrorView;
    view.dispatch(view.state.tr.insertText(plain).setMeta("paste", true).scrollIntoView());
    return true;
  }
  const paragraphs = plain.split(/\n{2,}/).map(
    (paragraph): NoteBlock => ({
      type: "paragraph",
      content: [{ type: "text", text: paragraph, styles: {} }],
    }),
  );
  putBlocks(editor, paragraphs);
  return true;
}

/** Office programs add a picture of what they put on the clipboard as text. */
const isFilesAlone = ({ files, types }: DataTransfer) =>
  files.length > 0 && !types.includes("text/html") && !types.includes("text/plain");

function putFiles(editor: NoteEditor, files: File[]): true {
  const blocks = files.map((file) => ({ type: kindOf(file), props: { name: file.name } }) as NoteBlock);
  putBlocks(editor, blocks).forEach(({ id = "" }, index) => {
    const file = files[index];
    if (file !== undefined) upload(editor, file, id);
  });
  return true;
}

const MEDIA = ["image", "video", "audio"] as const;
const kindOf = (file: File) => MEDIA.find((kind) => file.type.startsWith(`${kind}/`)) ?? "file";

/** Blocks in the place of an empty paragraph, or below the block with the caret, which goes to their end. */
function putBlocks(editor: NoteEditor, blocks: NoteBlock[]): NoteBlock[] {
  const first = blocks[0];
  if (first === undefined) return [];
  if (blocks.length === 1 && first.type === "paragraph") {
    editor.insertInlineContent(first.content as never, { updateSelection: true });
    return [];
  }
  if (hasSelection(editor)) editor._tiptapEditor.commands.deleteSelection();
  const { block } = editor.getTextCursorPosition();
  const isEmpty = Array.isArray(block.content) && block.content.length === 0 && block.type === "paragraph";
  const placed = isEmpty
    ? editor.replaceBlocks([block], blocks).insertedBlocks
    : editor.insertBlocks(blocks, block, "after");
  const last = placed.at(-1);
  if (last !== undefined) editor.setTextCursorPosition(last, "end");
  return placed as NoteBlock[];
}
