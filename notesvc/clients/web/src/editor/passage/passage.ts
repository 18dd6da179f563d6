/** A part of a surface's text that something is proposed for: it follows the text while people go on writing. */
import type { Block } from "../../blocks";

/** What is wanted: what is marked, or else the whole note; the whole note; the line with the caret. */
export type Scope = "marked" | "note" | "line";

/** A text to put in, as both surfaces need it. */
export interface Proposed {
  content: string;
  blocks: Block[];
}

export interface Passage {
  kind: "selection" | "note" | "line";
  /** As it was when it was taken. */
  readonly markdown: string;
  /** The text above it, as far as it is of use to who goes on writing there. */
  readonly above: string;
  /** Whether it still says what it said then. */
  isSame(): boolean;
  /** The text as markdown in the way in which `markdown` is written, so that the two can be compared. */
  asWritten(proposed: Proposed): string;
  /** Put the text in its place; one step to undo. */
  replace(proposed: Proposed): void;
  /** Put the text below it, and leave it as it is; one step to undo. */
  insertBelow(proposed: Proposed): void;
  /** Where it stands in the window now; null for nowhere. */
  rect(): DOMRect | null;
  /** Whether its surface is still the one that is shown. */
  isShown(): boolean;
  /** Nothing more is asked of it. */
  release(): void;
}

const HIGHLIGHT = "passage";

/** Marks the passage without a change to the page. */
export function showMarked(range: Range | null): void {
  if (!("highlights" in CSS)) return;
  if (range) CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  else CSS.highlights.delete(HIGHLIGHT);
}

/** Line ends as surfaces have them, nothing blank around. */
export const tidied = (content: string): string => content.replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "");
