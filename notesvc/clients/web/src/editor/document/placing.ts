/** Puts blocks where the caret is: in the place of an empty line, within a line, in a cell, or between what stands around. */
import type { Block, Inline } from "../../blocks";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { isTable, placeOf } from "../keys/place";

const MEDIA = ["image", "video", "audio", "file"];
const ITEMS = ["bulletListItem", "numberedListItem", "checkListItem", "toggleListItem"];

/** The blocks as they are placed, with the caret at the end of the last; none where they went into a line. */
export function putBlocks(editor: NoteEditor, blocks: NoteBlock[]): NoteBlock[] {
  const first = blocks[0];
  if (first === undefined) return [];
  const place = placeOf(editor.prosemirrorState);
  if (place !== undefined && isTable(place)) return putInCell(editor, blocks);
  if (blocks.length === 1 && first.type === "paragraph" && !first.children?.length) {
    editor.insertInlineContent(first.content as never, { updateSelection: true });
    return [];
  }
  if (!editor.prosemirrorState.selection.empty) editor._tiptapEditor.commands.deleteSelection();
  const inStep = putInStep(editor, blocks);
  if (inStep !== undefined) return inStep;
  const placed = beside(editor, blocks);
  let last = placed.at(-1);
  while (last?.children?.length) last = last.children.at(-1) as NoteBlock;
  if (last?.id !== undefined) editor.setTextCursorPosition(last.id, "end");
  return placed;
}

type Placed = ReturnType<NoteEditor["getTextCursorPosition"]>["block"];

const isEmpty = ({ content, children }: Placed): boolean =>
  Array.isArray(content) && content.length === 0 && children.length === 0;

/**
 * A picture between numbered items goes into the one above, and the caret stays: beside them it would end the list.
 * Undefined where nothing is numbered, and nothing was done.
 */
export function putInStep(editor: NoteEditor, blocks: NoteBlock[]): NoteBlock[] | undefined {
  const { block, prevBlock, nextBlock } = editor.getTextCursorPosition();
  if (!isStep(block) || !MEDIA.includes(blocks[0]?.type ?? "")) return undefined;
  const { parent, parentOffset } = editor.prosemirrorState.selection.$from;
  if (parentOffset === 0) return isStep(prevBlock) ? within(editor, prevBlock, blocks, "end") : undefined;
  const isAtEnd = parentOffset === parent.content.size;
  return isAtEnd && isStep(nextBlock) ? within(editor, block, blocks, "start") : undefined;
}

const isStep = (block?: Placed): block is Placed => block?.type === "numberedListItem";

/** As the first or the last of the blocks that stand within another. */
function within(editor: NoteEditor, holder: Placed, blocks: NoteBlock[], edge: "start" | "end"): NoteBlock[] {
  const there = edge === "start" ? holder.children[0] : holder.children.at(-1);
  if (there === undefined) return editor.updateBlock(holder, { children: blocks }).children as NoteBlock[];
  return editor.insertBlocks(blocks, there, edge === "start" ? "before" : "after") as NoteBlock[];
}

function beside(editor: NoteEditor, blocks: NoteBlock[]): NoteBlock[] {
  const { block } = editor.getTextCursorPosition();
  // A picture in an empty item would leave its sign standing above it.
  const isForItem = [...ITEMS, ...MEDIA].includes(blocks[0]?.type ?? "");
  if (isEmpty(block) && (block.type === "paragraph" || (ITEMS.includes(block.type) && isForItem)))
    return editor.replaceBlocks([block], blocks).insertedBlocks as NoteBlock[];
  const { parentOffset } = editor.prosemirrorState.selection.$from;
  if (block.type === "quote" && parentOffset > 0) return withinQuote(editor, block, blocks);
  return editor.insertBlocks(blocks, block, partedAtCaret(editor)) as NoteBlock[];
}

/** Behind its first line; words behind the caret become a paragraph below. */
function withinQuote(editor: NoteEditor, quote: Placed, blocks: NoteBlock[]): NoteBlock[] {
  const { parent, parentOffset } = editor.prosemirrorState.selection.$from;
  if (parentOffset === parent.content.size) return within(editor, quote, blocks, "start");
  partedAtCaret(editor);
  const rest = editor.getNextBlock(quote);
  if (rest === undefined) return [];
  editor.removeBlocks([rest]);
  const below = [{ type: "paragraph", content: rest.content }, ...rest.children] as NoteBlock[];
  const { children } = editor.updateBlock(quote, { children: [...blocks, ...below] });
  return children.slice(0, blocks.length) as NoteBlock[];
}

/** On which side of the block with the caret there is room; words behind the caret become a block of their own. */
function partedAtCaret(editor: NoteEditor): "before" | "after" {
  const view = editor.prosemirrorView;
  const { $from, from } = view.state.selection;
  const { parent, parentOffset } = $from;
  if (!parent.isTextblock || parentOffset >= parent.content.size) return "after";
  if (parentOffset === 0) return "before";
  const holder = $from.node($from.depth - 1);
  const types = [
    { type: holder.type, attrs: {} },
    { type: parent.type, attrs: parent.attrs },
  ];
  view.dispatch(view.state.tr.split(from, 2, types));
  return "after";
}

/** A cell has lines alone; a table fills the cells from here on. */
function putInCell(editor: NoteEditor, blocks: NoteBlock[]): NoteBlock[] {
  const only = blocks[0];
  if (blocks.length === 1 && only?.type === "table") {
    editor.pasteHTML(editor.blocksToHTMLLossy([only]));
    return [];
  }
  const lines = (blocks as Block[]).flatMap(linesOf);
  const content = lines.flatMap((line, at): Inline[] => (at === 0 ? line : [text("\n"), ...line]));
  if (content.length > 0) editor.insertInlineContent(content as never, { updateSelection: true });
  const pictures = blocks.filter((block) => !("content" in block) && block.type !== "divider");
  if (pictures.length === 0) return [];
  return editor.insertBlocks(pictures, editor.getTextCursorPosition().block, "after") as NoteBlock[];
}

const text = (said: string): Inline => ({ type: "text", text: said, styles: {} });

function linesOf({ content, children }: Block): Inline[][] {
  const own = Array.isArray(content)
    ? [content]
    : (content?.rows ?? []).map(({ cells }) =>
        cells.flatMap((cell): Inline[] => [...(Array.isArray(cell) ? cell : cell.content), text(" ")]),
      );
  return [...own, ...(children ?? []).flatMap(linesOf)];
}
