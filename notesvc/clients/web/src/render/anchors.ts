/** What a link names within a note: a heading by its words, or a block by its id (`^id`). */
import { blockIdOf, isSameId } from "./blockIds";
import { proseLines, reveal, revealHeading, unmarked } from "./headings";

/** The id of the block that an anchor names; undefined where it names a heading. */
export const blockNamed = (anchor: string): string | undefined =>
  anchor.startsWith("^") ? anchor.slice(1).trim() : undefined;

/** Put the heading or block into view; null where there is none on the page. Works on either surface's blocks. */
export function revealAnchor(within: ParentNode, anchor: string): HTMLElement | null {
  const id = blockNamed(anchor);
  if (id === undefined) return revealHeading(within, anchor);
  const found = blockOnPage(within, id);
  return found && reveal(found, "center");
}

const LINE = "p, h1, h2, h3, h4, h5, h6, td, th, .callout-title, .bn-inline-content";

function blockOnPage(within: ParentNode, id: string): HTMLElement | null {
  const signs = [...within.querySelectorAll<HTMLElement>(".block-id")];
  const own = signs.filter((each) => !each.closest(".embedded"));
  const sign = own.find((each) => isSameId(blockIdOf(each.textContent ?? "")?.id ?? "", id));
  const line = sign?.closest<HTMLElement>(LINE);
  if (!sign || !line) return null;
  if (line.textContent?.trim() !== sign.textContent?.trim()) return line;
  // An id on a line of its own is that of the block above.
  const whole = line.closest(".bn-block-outer") ?? line;
  return (whole.previousElementSibling as HTMLElement | null) ?? line;
}

/** A block of markdown with an id: its words without it, and its lines counted from one. */
export interface MarkedBlock {
  id: string;
  text: string;
  first: number;
  last: number;
}

const QUOTE = /^(?:[ \t]{0,3}>[ \t]?)*/;
const SIGNS =
  /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+|\[![^\]]*\][+-]?[ \t]*)/;
const NO_TEXT = /^[ \t]*(?:#{1,6}[ \t].*|`{3,}.*|~{3,}.*)?$/;

export function blocksWithId(markdown: string): MarkedBlock[] {
  const all = markdown.split(/\r?\n/).map((line) => line.replace(QUOTE, ""));
  return proseLines(markdown).flatMap(({ text, line }) => {
    const found = blockIdOf(text);
    if (found === null) return [];
    const isAlone = blockIdOf(all[line - 1]?.trim() ?? "")?.start === 0;
    const last = isAlone ? lastAbove(all, line) : line;
    const first = firstOf(all, last);
    const words = all.slice(first - 1, last).join(" ");
    const said = (isAlone ? words : words.slice(0, blockIdOf(words)?.start)).replace(SIGNS, "");
    return [{ id: found.id, text: unmarked(said), first, last }];
  });
}

/** The last line with text above the one of that number; without one that line itself. */
function lastAbove(lines: readonly string[], line: number): number {
  const above = lines.slice(0, line - 1).findLastIndex((each) => /\S/.test(each));
  return above < 0 ? line : above + 1;
}

function firstOf(lines: readonly string[], last: number): number {
  let first = last;
  while (first > 1 && !SIGNS.test(lines[first - 1] ?? "") && !NO_TEXT.test(lines[first - 2] ?? ""))
    first -= 1;
  return first;
}
