/** What a note's document knows of the room that its text is in; `src/rooms` is loaded only where there is one. */
import type { BlockNoteEditorOptions } from "@blocknote/core";
import type { Extension } from "@codemirror/state";
import type { Reading } from "./service";
import type { Surface } from "./surfaceState";

/** Somebody who has the note open. */
export interface Present {
  id: string;
  name: string;
  colour: string;
  isMe: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: BlockNote's options are generic in its schema
type Options = Partial<BlockNoteEditorOptions<any, any, any>>;

/** The shared text, to bind a surface to. */
export interface SharedText {
  /** The raw text as it stands. */
  content(): string;
  raw(): Extension;
  blocks<Given extends Options>(options: Given): Given;
}

export interface RoomView {
  /** Another one wants another surface. */
  key: string;
  surface: Surface;
  isConnected: boolean;
  /** Edits made here that are not on the service's disk. */
  unsent: number;
  isReader: boolean;
  isSwitching: boolean;
  /** The page is of another version than the room: it has to be loaded again. */
  isOld: boolean;
  people: readonly Present[];
  /** Who typed last; null: nobody since this page came. */
  lastWriter: string | null;
  text: SharedText;
}

export interface RoomOfNote {
  readonly view: RoomView;
  /** Edits made here that are not on the service's disk, at this very moment. */
  readonly unsent: number;
  /** For all who are there. Rejects where it cannot be done. */
  switchForAll(surface: Surface): Promise<void>;
  /** The note is shown on another surface than the room's: it is saved the ordinary way, from this reading on. */
  stepOut(reading: Reading): void;
  /** Resolves when all that was typed is on the service's disk; rejects while the room cannot be reached. */
  acknowledged(): Promise<void>;
  /** Resolves when the note itself holds all of it too, or where that takes too long: after so many saves. */
  noted(turns?: number): Promise<void>;
  retry(): void;
  /** The page goes away: keep what is not acknowledged without waiting for anything. */
  keepAtOnce(): void;
}
