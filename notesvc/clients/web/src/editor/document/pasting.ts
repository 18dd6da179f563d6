/** What pasting does in the block surface. */
import type { ResolvedPos } from "@tiptap/pm/model";
import type { Block } from "../../blocks";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { isClosed, isTable, type Place, placeOf, standBeside } from "../keys/place";
import { clipOf, type Meaning, meaningOf } from "../paste/meaning";
import { isPlainAsked } from "../paste/plainAsked";
import { keepFile, upload } from "./guard";
import { blocksOfMarkdown } from "./markdownIn";
import { putBlocks } from "./placing";

interface Paste {
  event: ClipboardEvent;
  editor: NoteEditor;
  defaultPasteHandler: (how?: {
    prioritizeMarkdownOverHTML?: boolean;
    plainTextAsMarkdown?: boolean;
  }) => boolean | undefined;
}

/** Paste, with the caret in a place to go on writing at: below what has none. */
export function paste(given: Paste): boolean | undefined {
  const { editor } = given;
  const view = editor.prosemirrorView;
  const before = placeOf(view.state);
  if (before !== undefined && isClosed(editor, before)) standBeside(view, before, 1);
  const wasIn = idsAround(view.state.selection.$from);
  const isTaken = put(given);
  const place = placeOf(view.state);
  if (place !== undefined && isHolding(editor, place, before)) standBeside(view, place, 1);
  const quote = quoteAround(view.state.selection.$from);
  if (quote !== undefined && !wasIn.has(quote.id)) standBeside(view, quote, 1);
  return isTaken;
}

/** Whether the caret is left in something pasted in which the next words have no place. */
const isHolding = (editor: NoteEditor, place: Place, before: Place | undefined): boolean =>
  isClosed(editor, place) || (isTable(place) && place.id !== before?.id);

/** The ids of all blocks that the place is in. */
const idsAround = ($at: ResolvedPos): Set<string> =>
  new Set(Array.from({ length: $at.depth }, (_, above) => String($at.node(above + 1).attrs.id)));

/** The outermost quote or callout that the place is in. */
function quoteAround($at: ResolvedPos): Place | undefined {
  for (let depth = 1; depth <= $at.depth; depth++) {
    const { attrs, firstChild: content } = $at.node(depth);
    if (content?.type.name === "quote")
      return { id: String(attrs.id), content, before: $at.before(depth), after: $at.after(depth) };
  }
  return undefined;
}

function put({ event, editor, defaultPasteHandler }: Paste): boolean | undefined {
  const isPlainWanted = isPlainAsked(event);
  const data = event.clipboardData;
  if (data === null) return defaultPasteHandler();
  const isInCode = editor.prosemirrorState.selection.$from.parent.type.spec.code === true;
  // What was copied here comes back as it was.
  if (data.types.includes("blocknote/html") && !isInCode && !isPlainWanted) return defaultPasteHandler();
  const hasSelection = !editor.prosemirrorState.selection.empty;
  const keep = (file: File) => keepFile(editor, file);
  return take(editor, meaningOf(clipOf(data), { isInCode, isPlainWanted, hasSelection, keep }));
}

function take(editor: NoteEditor, meaning: Meaning): boolean {
  switch (meaning.as) {
    case "plain":
      return insertPlain(editor, meaning.text);
    case "link":
      editor.createLink(meaning.href);
      return true;
    case "files":
      return putFiles(editor, meaning.files);
    case "markdown":
      putBlocks(editor, blocksOfMarkdown(editor, meaning.text));
      return true;
    case "blocks":
      putBlocks(editor, meaning.blocks as NoteBlock[]);
      return true;
  }
}

/** Paragraphs where empty lines stand between them, and nothing read into the signs; in code as it is. */
function insertPlain(editor: NoteEditor, text: string): boolean {
  if (text === "") return false;
  const isInCode = editor.prosemirrorState.selection.$from.parent.type.spec.code === true;
  if (isInCode || !text.includes("\n")) {
    const view = editor.prosemirrorView;
    view.dispatch(view.state.tr.insertText(text).setMeta("paste", true).scrollIntoView());
    return true;
  }
  const paragraphs = text
    .replace(/^\n+|\n+$/g, "")
    .split(/\n{2,}/)
    .map((said): Block => ({ type: "paragraph", content: [{ type: "text", text: said, styles: {} }] }));
  putBlocks(editor, paragraphs as NoteBlock[]);
  return true;
}

export function putFiles(editor: NoteEditor, files: readonly File[]): true {
  const blocks = files.map((file) => ({ type: kindOf(file), props: { name: file.name } }) as NoteBlock);
  putBlocks(editor, blocks).forEach(({ id = "" }, index) => {
    const file = files[index];
    if (file !== undefined) upload(editor, file, id);
  });
  return true;
}

const MEDIA = ["image", "video", "audio"] as const;
const kindOf = (file: File) => MEDIA.find((kind) => file.type.startsWith(`${kind}/`)) ?? "file";
