/** A second copy of a block, right below it. Links go on meaning the first: the copy has none of its ids. */
import type { Block, Inline } from "../../blocks";
import { blockIdOf, splitAtId } from "../../render/blockIds";
import { plain } from "../../render/headings";
import type { NoteBlock, NoteEditor } from "../blocks/schema";

const PLAIN = new Set(["codeBlock", "rawMarkdown"]);

export function duplicate(editor: NoteEditor, blockId: string): void {
  const block = editor.getBlock(blockId) as Block | undefined;
  if (block === undefined) return;
  // The id of a table or of code is the line below it, and stays there.
  const below = editor.getNextBlock(blockId) as (Block & { id: string }) | undefined;
  const last = below !== undefined && isIdAlone(below) && !isIdAlone(block) ? below.id : blockId;
  editor.insertBlocks([copyOf(block) as NoteBlock], last, "after");
}

export function copyOf({ id: _, ...block }: Block): Block {
  const children = (block.children ?? []).filter((child) => !isIdAlone(child)).map(copyOf);
  const isLine = Array.isArray(block.content) && !PLAIN.has(block.type);
  return { ...block, ...(isLine && { content: unnamed(block.content as Inline[]) }), children };
}

const isIdAlone = ({ type, content, children = [] }: Block): boolean =>
  type === "paragraph" && children.length === 0 && blockIdOf(plain(content as Inline[]).trim())?.start === 0;

function unnamed(content: readonly Inline[]): Inline[] {
  const { line, sign } = splitAtId(content);
  const last = line.at(-1);
  if (sign === "" || last?.type !== "text") return [...line];
  const text = last.text.trimEnd();
  return [...line.slice(0, -1), ...(text === "" ? [] : [{ ...last, text }])];
}
