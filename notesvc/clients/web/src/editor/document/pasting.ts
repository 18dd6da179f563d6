/** What pasting does in the block surface. */
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { blocksOfMarkdown, looksLikeMarkdown } from "./markdownIn";

interface Paste {
  event: ClipboardEvent;
  editor: NoteEditor;
  defaultPasteHandler: (how?: {
    prioritizeMarkdownOverHTML?: boolean;
    plainTextAsMarkdown?: boolean;
  }) => boolean | undefined;
}

/** When Ctrl-Shift-V was pressed last: the paste that follows is to be plain. */
let plainAsked = 0;

export function askForPlain(event: KeyboardEvent): void {
  const isPlain = event.key.toLowerCase() === "v" && event.shiftKey && (event.ctrlKey || event.metaKey);
  if (isPlain) plainAsked = event.timeStamp;
}

export function paste({ event, editor, defaultPasteHandler }: Paste): boolean | undefined {
  const data = event.clipboardData;
  const text = data?.getData("text/plain") ?? "";
  const isPlain = event.timeStamp - plainAsked < 1_000;
  plainAsked = 0;
  if (data === null || inCode(editor)) return insertPlain(editor, text) || defaultPasteHandler();
  if (isPlain && text !== "") return insertPlain(editor, text);
  const kinds = data.types;
  if (kinds.includes("blocknote/html") || kinds.includes("Files")) return defaultPasteHandler();
  if (isLink(text) && hasSelection(editor)) {
    editor.createLink(text.trim());
    return true;
  }
  if (text !== "" && looksLikeMarkdown(text) && !isRich(data.getData("text/html"))) {
    put(editor, blocksOfMarkdown(editor, text));
    return true;
  }
  if (kinds.includes("text/html")) {
    editor.pasteHTML(withoutColours(data.getData("text/html")));
    return true;
  }
  return insertPlain(editor, text);
}

const isLink = (text: string) => /^(?:https?:\/\/|mailto:|note:\/\/)\S+$/.test(text.trim());
const hasSelection = (editor: NoteEditor) => !editor.prosemirrorState.selection.empty;
const inCode = (editor: NoteEditor) => editor.prosemirrorState.selection.$from.parent.type.spec.code === true;

/** HTML that says more than the text: lists, headings, links. Editors of markdown send only coloured lines. */
const isRich = (html: string) => /<(?:h[1-6]|ul|ol|table|a|strong|em|b|i|blockquote)[\s>]/i.test(html);

/** The colours of another page say nothing here, and markdown could not keep them. */
export function withoutColours(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll<HTMLElement>("[style]"))
    for (const name of ["color", "background", "background-color"]) element.style.removeProperty(name);
  return page.body.innerHTML;
}

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
  put(editor, paragraphs);
  return true;
}

function put(editor: NoteEditor, blocks: NoteBlock[]): void {
  const first = blocks[0];
  if (first === undefined) return;
  if (blocks.length === 1 && first.type === "paragraph") {
    editor.insertInlineContent(first.content as never, { updateSelection: true });
    return;
  }
  if (hasSelection(editor)) editor._tiptapEditor.commands.deleteSelection();
  const { block } = editor.getTextCursorPosition();
  const isEmpty = Array.isArray(block.content) && block.content.length === 0 && block.type === "paragraph";
  const placed = isEmpty
    ? editor.replaceBlocks([block], blocks).insertedBlocks
    : editor.insertBlocks(blocks, block, "after");
  const last = placed.at(-1);
  if (last !== undefined && last.content !== undefined) editor.setTextCursorPosition(last, "end");
}
