/** What is known of one open note in this tab, and what is shown of it. Its parts write here what they find out. */
import type { Note, NoteSaved } from "../api";
import type { Edit, Recovery, SaveState } from "./document";
import type { Draft, LocalNote } from "./drafts";
import { isEmpty } from "./edits";
import { PendingEdits } from "./pendingEdits";
import type { RoomOfNote, RoomView } from "./room";
import type { Reading } from "./service";
import { type Surface, SurfaceState } from "./surfaceState";

export interface Snapshot {
  note: Note | undefined;
  problem: unknown;
  state: SaveState;
  generation: number;
  surface: Surface;
  isSwitching: boolean;
  recovered: Recovery | null;
  /** The room that the text is in; null: it is saved from here. */
  room: RoomView | null;
}

export interface Self {
  userId: string;
  tab: string;
}

/** What the tab around the documents does for each of them. */
export interface Surroundings {
  /** Whose notes these are, and in which tab. */
  self(): Promise<Self>;
  /** The note as this tab has seen it, to show before the service answers. */
  known(id: string): Reading | undefined;
  /** The note as this page has made it, where the service may not have it yet. */
  local(id: string): LocalNote | undefined;
  /** The same, as the device knows it. */
  findLocal(id: string): Promise<LocalNote | undefined>;
  /** It is such a one. */
  wasLocal(local: LocalNote): void;
  /** Have the service make it. Rejects where it does not, and where it would be somebody else's. */
  make(local: LocalNote): Promise<void>;
  /** The service has it, or had it: null. */
  wasMade(id: string, reading: Reading | null): void;
  wasRead(reading: Reading): void;
  /** The person types another title, or has taken it back. */
  wasNamed(): void;
  wasSaved(saved: NoteSaved | null, reading: Reading, edit: Edit): void;
  /** Whether the user whose note this is still is the one that requests are made for. */
  isStillSignedIn(userId: string): Promise<boolean>;
  signedOut(): void;
}

type Waiting = Extract<SaveState, { kind: "waiting" }>;
type Refused = Extract<SaveState, { kind: "refused" }>;

export class NoteState {
  readonly pendingEdits = new PendingEdits();
  readonly surfaceState: SurfaceState;
  snapshot: Snapshot;
  /** Whose note it is and in which tab; null while that is not known. */
  self: Self | null = null;
  room: RoomOfNote | null = null;
  /** The note is on this device only, as far as is known. */
  local: LocalNote | null = null;
  waiting: Waiting | null = null;
  refused: Refused | null = null;
  /** Why the note cannot be shown. */
  problem: unknown = null;
  recovered: Recovery | null = null;
  isSwitching = false;
  readonly #listeners = new Set<() => void>();
  readonly #surfaces = new Set<() => void>();

  constructor(
    readonly id: string,
    readonly around: Surroundings,
  ) {
    this.surfaceState = new SurfaceState(id);
    const known = around.known(id);
    if (known) {
      this.pendingEdits.base = known;
      this.surfaceState.follow(known.note);
    } else this.beLocal(around.local(id));
    this.snapshot = this.#look();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  publish(): void {
    this.snapshot = this.#look();
    for (const listener of this.#listeners) listener();
  }

  get isSettled(): boolean {
    return this.pendingEdits.isSettled && this.local === null && !this.room?.unsent;
  }

  /** It is on this device only: that is what is shown and written on. */
  beLocal(local: LocalNote | undefined): void {
    if (!local) return;
    this.local = local;
    if (this.pendingEdits.base) return;
    this.pendingEdits.base = { note: local.base, etag: "" };
    this.surfaceState.follow(local.base);
  }

  /** A surface that may hold back what was typed: `handOver` makes it tell. */
  attach(handOver: () => void): () => void {
    this.#surfaces.add(handOver);
    return () => this.#surfaces.delete(handOver);
  }

  /** Have the surfaces tell what they hold back. */
  collect(): void {
    for (const handOver of this.#surfaces) handOver();
  }

  take(reading: Reading): void {
    this.pendingEdits.base = reading;
    this.around.wasRead(reading);
  }

  /** The surface is about to show another text than it does. */
  replace(): void {
    this.surfaceState.replace(this.pendingEdits.note);
  }

  /** What is not acknowledged, to be kept on this device; null: nothing. */
  get draft(): Omit<Draft, "key" | "at"> | null {
    const { base, pending: edit, doubtful: unanswered } = this.pendingEdits;
    if (!base || !this.self || isEmpty(edit)) return null;
    return { ...this.self, noteId: this.id, edit, base: base.note, etag: base.etag, unanswered };
  }

  #look(): Snapshot {
    const room = this.room?.view ?? null;
    return {
      note: this.pendingEdits.note,
      problem: this.problem,
      state: keptIfSame(this.snapshot?.state, this.#saveState()),
      generation: this.surfaceState.generation,
      surface: room?.surface ?? this.surfaceState.surface,
      isSwitching: this.isSwitching || Boolean(room?.isSwitching),
      recovered: this.recovered,
      room,
    };
  }

  #onDevice({ at }: LocalNote): SaveState {
    return { kind: "waiting", since: at, reason: this.waiting?.reason ?? "unreachable", isLocal: true };
  }

  #saveState(): SaveState {
    const { theirs, sent, pending, base } = this.pendingEdits;
    if (theirs) return { kind: "conflict", theirs: theirs.note };
    if (this.refused && this.local) return this.refused;
    if (this.local && this.waiting?.reason !== "signedOut") return this.#onDevice(this.local);
    if (this.waiting) return this.waiting;
    if (this.refused) return this.refused;
    if (sent) return { kind: "saving" };
    if (!isEmpty(pending)) return { kind: "unsaved" };
    return (this.room && stateOf(this.room.view)) ?? { kind: "saved", at: base?.note.updatedAt ?? "" };
  }
}

/** The earlier of two that say the same: whoever shows it need not show it again. */
function keptIfSame<T extends object>(before: T | undefined, now: T): T {
  const isSame =
    before !== undefined &&
    Object.keys({ ...before, ...now }).every((name) => before[name as keyof T] === now[name as keyof T]);
  return isSame ? before : now;
}

/** What a room says of the text; null: all of it is saved. */
function stateOf({ isOld, isConnected, isReader, unsent }: RoomView): SaveState | null {
  if (isOld) return { kind: "old", unsent };
  if (!isConnected) return { kind: "reconnecting", unsent };
  if (isReader) return { kind: "reading" };
  return unsent > 0 ? { kind: "saving", unsent } : null;
}
