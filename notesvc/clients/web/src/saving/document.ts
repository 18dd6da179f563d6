/** A note that is open: what the page sees of loading, editing and saving it. */
import type { Note } from "../api";
import type { Block } from "../blocks";
import type { RefusedBlock } from "./setAside";

/** What may be changed about a note; of content and richContent one at a time. */
export interface Edit {
  name?: string;
  content?: string;
  richContent?: Block[];
  mode?: "block" | "raw";
  tags?: string[];
  icon?: string | null;
  cover?: string | null;
  properties?: Record<string, unknown>;
}

export type SaveState =
  | { kind: "saved"; at: string }
  | { kind: "unsaved" }
  /** `unsent`: edits in a room that are not on the service's disk. */
  | { kind: "saving"; unsent?: number }
  /** The room cannot be reached: what is typed is kept on this device. */
  | { kind: "reconnecting"; unsent: number }
  /** The page is of another version than the room. */
  | { kind: "old"; unsent: number }
  /** Somebody else's note that may be read. */
  | { kind: "reading" }
  /** Kept on this device until the service answers again. */
  | {
      kind: "waiting";
      since: number;
      reason: "unreachable" | "busy" | "signedOut";
      /** So does the note itself. */
      isLocal?: true;
    }
  /** Refused for a reason that waiting does not cure; what was typed is kept on this device. `blocks`: only these. */
  | { kind: "refused"; status: number; message: string; blocks: RefusedBlock[] }
  | { kind: "conflict"; theirs: Note };

export interface OpenNote {
  /** The note with what was typed; undefined while it loads. Of its two texts the one of `surface` is the latest. */
  note: Note | undefined;
  problem: unknown;
  state: SaveState;
  /** Raised when the text was replaced from outside the editor (merge, restore, another tab): show it anew. */
  generation: number;
  /** What the text is edited on: the note's mode, raw for a huge note. */
  surface: "block" | "raw";
  edit(change: Edit): void;
  /** Save now; resolves when the service has acknowledged it. Rejects where it could not. */
  flush(reason?: "autosave" | "manual"): Promise<void>;
  /** After something else wrote the note (restore, rename elsewhere): read it again. */
  reload(): Promise<void>;
}

/** Text that was found on this device and put back into the note. */
export interface Recovery {
  at: number;
  /** The note without it. */
  before: Note;
}

/** How the person settles what two have changed. */
export type Settlement =
  | { keep: "mine" }
  /** Mine becomes a note of its own. */
  | { keep: "theirs"; nameOfMine: string }
  | { keep: "both" }
  | { keep: "written"; content: string };
