/** Puts a text in the place of words within a block of the block surface. */
import { inlineContentToNodes } from "@blocknote/core";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { Block } from "../../blocks";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { type Bare, withoutIds } from "../tools/bare";
import { type Proposed, tidied } from "./passage";

export interface Words {
  from: number;
  to: number;
}

export function replaceWords(
  editor: NoteEditor,
  change: Transaction,
  { from, to }: Words,
  proposed: Proposed,
): void {
  const at = change.doc.resolve(from);
  const isCell = at.parent.type.name === "tableParagraph";
  const [first, ...rest] = proposed.blocks;
  if (at.parent.type.spec.code) change.insertText(unfenced(proposed.content), from, to);
  else if (first === undefined) change.delete(from, to);
  else if (rest.length === 0 && isLine(first, at, to - from)) putLine(editor, change, { from, to }, first);
  else if (isCell) change.insertText(tidied(proposed.content).replace(/\s*\n\s*/g, " "), from, to);
  else putBlocks(editor, change, { from, to }, proposed.blocks);
}

export const unfenced = (content: string): string =>
  /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(tidied(content))?.[2] ?? tidied(content);

/** Whether the block's words may stand in the line without it becoming another kind of block. */
function isLine(block: Block, at: ResolvedPos, length: number): boolean {
  if (!Array.isArray(block.content) || block.children?.length) return false;
  const isWhole = at.parentOffset === 0 && length === at.parent.content.size;
  return block.type === "paragraph" || (block.type === at.parent.type.name && isWhole);
}

function putLine(editor: NoteEditor, change: Transaction, { from, to }: Words, block: Block): void {
  const { pmSchema, schema } = editor;
  const nodes = inlineContentToNodes(block.content as never, pmSchema, block.type, schema.styleSchema);
  const text = change.doc.textBetween(from, to);
  // Blanks at the ends of what was marked belong to the words around it.
  const blank = (found: RegExpExecArray | null): Node[] => (found?.[0] ? [pmSchema.text(found[0])] : []);
  const isBlank = text.trim() === "";
  const framed = isBlank ? nodes : [...blank(/^\s+/.exec(text)), ...nodes, ...blank(/\s+$/.exec(text))];
  change.replaceWith(from, to, framed);
}

/** The blocks between what stands before the words and what stands after them. */
function putBlocks(editor: NoteEditor, change: Transaction, { from, to }: Words, blocks: Block[]): void {
  change.delete(from, to);
  const at = change.doc.resolve(from);
  const holder = at.node(at.depth - 1);
  const id = String(holder.attrs.id);
  const coming = blocks.map((block) => withoutIds(block as Bare) as NoteBlock);
  const isEmpty = at.parent.content.size === 0 && holder.childCount === 1;
  if (isEmpty) editor.replaceBlocks([id], coming);
  else if (at.parentOffset === 0) editor.insertBlocks(coming, id, "before");
  else {
    if (at.parentOffset < at.parent.content.size)
      change.split(from, 2, [
        { type: holder.type, attrs: {} },
        { type: at.parent.type, attrs: at.parent.attrs },
      ]);
    editor.insertBlocks(coming, id, "after");
  }
}
