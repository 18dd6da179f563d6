/** Ids of blocks: ` ^id` at the end of their text, by which links name them. `text/block_ids.py` finds the same. */
import type { Inline } from "../blocks";

export interface BlockId {
  id: string;
  /** Where its sign begins. */
  start: number;
}

/** The comment is what makes an item a toggle. */
const ID = /(?<![^ \t\n])\^([A-Za-z0-9-]+)[ \t]*(?:<!-- toggle -->[ \t]*)?$/;
/** Stands for what is no plain text. */
const HOLE = "\uFFFC";

export function blockIdOf(text: string): BlockId | null {
  const found = text.includes("^") ? ID.exec(text) : null;
  return found && { id: found[1] ?? "", start: found.index };
}

export const withoutBlockId = (text: string): string => {
  const found = blockIdOf(text);
  return found ? text.slice(0, found.start).trimEnd() : text;
};

export const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export interface SplitLine {
  line: readonly Inline[];
  /** The sign as it is written, with the blanks behind it; nothing where there is none. */
  sign: string;
}

/** A line without the id that it ends with. */
export function splitAtId(line: readonly Inline[]): SplitLine {
  const last = line.at(-1);
  const none = { line, sign: "" };
  if (last?.type !== "text" || last.styles?.code || !last.text.includes("^")) return none;
  const text = line.map((each) => (each.type === "text" && !each.styles?.code ? each.text : HOLE)).join("");
  const found = blockIdOf(text);
  const from = found ? found.start - (text.length - last.text.length) : -1;
  if (from < 0) return none;
  const words = { ...last, text: last.text.slice(0, from) };
  return { line: [...line.slice(0, -1), ...(words.text ? [words] : [])], sign: last.text.slice(from) };
}
