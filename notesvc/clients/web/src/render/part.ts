/** The part of a document that an anchor names: the section under a heading, or a block by its id. */
import type { Block, Inline } from "../blocks";
import { blockNamed } from "./anchors";
import { blockIdOf, isSameId, splitAtId } from "./blockIds";
import { headingKey, headingKeys, levelOf, plain } from "./headings";

const LISTED = /ListItem$/;

/** The blocks of the part; null where there is none. Without an anchor that is all of it. */
export function partOf(blocks: readonly Block[], anchor: string): readonly Block[] | null {
  if (anchor === "") return blocks;
  const id = blockNamed(anchor);
  if (id !== undefined) return blockWithId(blocks, id);
  return headingKeys(anchor).reduce<readonly Block[] | null>(
    (found, key) => found ?? section(blocks, key),
    null,
  );
}

function section(blocks: readonly Block[], key: string): readonly Block[] | null {
  for (const [at, block] of blocks.entries()) {
    if (block.type === "heading" && headingKey(plain(block.content)) === key) return sectionAt(blocks, at);
    const within = section(block.children ?? [], key);
    if (within) return within;
  }
  return null;
}

/** The heading and what follows it, up to the next one of its level or above. */
function sectionAt(blocks: readonly Block[], at: number): readonly Block[] {
  const level = levelOf(blocks[at]!);
  const end = blocks.findIndex(
    (each, index) => index > at && each.type === "heading" && levelOf(each) <= level,
  );
  return blocks.slice(at, end < 0 ? undefined : end);
}

function blockWithId(blocks: readonly Block[], id: string): readonly Block[] | null {
  for (const [at, block] of blocks.entries()) {
    if (idsIn(block).some((each) => isSameId(each, id))) {
      if (isIdAlone(block)) return above(blocks, at);
      return block.type === "heading" ? sectionAt(blocks, at) : [block];
    }
    const within = blockWithId(block.children ?? [], id);
    if (within) return within;
  }
  return null;
}

/** A list is one block. */
function above(blocks: readonly Block[], at: number): readonly Block[] | null {
  let from = at - 1;
  while (from > 0 && LISTED.test(blocks[from]!.type) && LISTED.test(blocks[from - 1]!.type)) from -= 1;
  return from < 0 ? null : blocks.slice(from, at);
}

function idsIn({ content }: Block): string[] {
  if (content === undefined) return [];
  const lines: readonly (readonly Inline[])[] = Array.isArray(content)
    ? [content]
    : content.rows.flatMap((row) => row.cells.map((cell) => (Array.isArray(cell) ? cell : cell.content)));
  return lines.flatMap((line) => blockIdOf(splitAtId(line).sign)?.id ?? []);
}

export const isIdAlone = ({ type, content }: Pick<Block, "type" | "content">): boolean =>
  type === "paragraph" && blockIdOf(plain(content).trim())?.start === 0;
