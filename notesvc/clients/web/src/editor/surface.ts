/** What the page asks of either surface. */

import type { Match } from "../addresses";
import type { SharedText } from "../saving/room";
import type { LinkCopy } from "./anchorLink";
import type { Caret } from "./caretWords";
import type { Passage, Scope } from "./passage/passage";
import type { ScriptTag } from "./tokens/scripts";

/** What is done to the table with the caret. */
export type TableAct =
  | "rowAbove"
  | "rowBelow"
  | "columnBefore"
  | "columnAfter"
  | "deleteRow"
  | "deleteColumn";

export interface SurfaceHandle {
  focus(at?: "start" | "end"): void;
  /** Have the caret where one goes on writing: behind all that stands there. */
  goOn?(): void;
  /** Change the table with the caret; nothing where it is in none. */
  table?(act: TableAct): void;
  /** Open the surface's own find bar. */
  find(): void;
  /** Put the heading with this text, or the block with this id (`^id`), into view. */
  reveal(anchor: string): void;
  /** Put this place into view and mark it; absent where the whole text stands on the page. */
  seek?(match: Match): void;
  /** Set what is selected below or above the line. */
  script?(tag: ScriptTag): void;
  /** Copy a link to the block with the caret, or to the heading that it is in or under. */
  copyLink?(as: LinkCopy): void;
  /** Hand over now what was typed and is still held back; the same happens on blur, hiding and leaving. */
  flush(): void;
  /** Mark these blocks as what could not be saved; lead to one of them. */
  mark?(blocks: readonly string[]): void;
  show?(block: string): void;
  /** Put text where the caret stands on the page; absent where the browser's own typing does that well. */
  type?(text: string): void;
  /** Where the caret stands, and putting it there; absent where the whole text stands on the page. */
  caret?(): Caret;
  place?(caret: Caret): boolean;
  /** Take the caret that was put on the page. */
  takeCaret?(): void;
  /** A part of the text that something is to be proposed for; absent where nothing may be written. */
  passage?(scope: Scope): Promise<Passage>;
}

export interface SurfaceProps<Text> {
  noteId: string;
  /** The text of the note's room, to be bound to in place of `initial`. */
  shared?: SharedText;
  initial: Text;
  /** The markdown that the note is stored as, which what is copied is taken from. */
  source?: string;
  isEditable: boolean;
  onChange: (text: Text) => void;
  /** The surface is shown and takes keys. */
  onReady?: (handle: SurfaceHandle) => void;
}

/** Whether a surface would show what it shows already: `initial` counts when it appears, and beside another `source`. */
export function isSameSurface<Text>(before: SurfaceProps<Text>, now: SurfaceProps<Text>): boolean {
  return (Object.keys(now) as (keyof SurfaceProps<Text>)[]).every(
    (name) => name === "initial" || before[name] === now[name],
  );
}
