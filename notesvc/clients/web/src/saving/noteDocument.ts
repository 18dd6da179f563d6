/** One open note in this tab: what pages and rooms do with it. Each of its parts does one thing on the same state. */
import { Autosave } from "./autosave";
import type { Edit } from "./document";
import { DraftSaver } from "./draftSaver";
import type { Draft } from "./drafts";
import { isEmpty } from "./edits";
import { NoteLoader } from "./noteLoader";
import { NoteState, type Self, type Snapshot, type Surroundings } from "./noteState";
import type { PendingEdits } from "./pendingEdits";
import { RoomBinding } from "./roomBinding";
import type { Reading } from "./service";
import type { Surface } from "./surfaceState";

/** How many saves of a room are waited for before the text is shown the other way. */
const SAVES = 2;

export class NoteDocument {
  /** This opening of the note, by which its drafts are known on the device. */
  readonly draftKey: string;
  /** What a room does with the note. */
  readonly roomBinding: RoomBinding;
  readonly #state: NoteState;
  readonly #drafts: DraftSaver;
  readonly #autosave: Autosave;
  readonly #loader: NoteLoader;

  constructor(
    readonly id: string,
    readonly around: Surroundings,
  ) {
    this.draftKey = `${id} ${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
    this.#state = new NoteState(id, around);
    this.#drafts = new DraftSaver(this.draftKey, () => this.#state.draft);
    this.#autosave = new Autosave(this.#state, this.#drafts, () => this.load());
    this.#loader = new NoteLoader(this.#state, this.#drafts, this.#autosave);
    this.roomBinding = new RoomBinding(this.#state, this.#autosave);
    void this.load();
  }

  get snapshot(): Snapshot {
    return this.#state.snapshot;
  }

  get pendingEdits(): PendingEdits {
    return this.#state.pendingEdits;
  }

  /** Whose note it is and in which tab; null while that is not known. */
  get owner(): Self | null {
    return this.#state.self;
  }

  get isSettled(): boolean {
    return this.#state.isSettled;
  }

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** A surface that may hold back what was typed: `handOver` makes it tell. */
  attach(handOver: () => void): () => void {
    return this.#state.attach(handOver);
  }

  /** Have the surfaces tell what they hold back. */
  collect(): void {
    this.#state.collect();
  }

  /** Read the note for the first time. */
  load(): Promise<void> {
    return this.#loader.load();
  }

  /** A change made by the person. `seen`: the generation that their surface showed. */
  edit(change: Edit, seen?: number): void {
    this.#autosave.edit(change, seen);
  }

  /** A change that comes from beside the surfaces, which show it. */
  put(change: Edit): void {
    this.#state.replace();
    this.edit(change);
  }

  /** The room's text, as the surface of that key shows it now. */
  mirror(text: Edit, key?: string): void {
    this.roomBinding.mirror(text, key);
  }

  /** A change that is kept on this device and not sent before `finish`, a flush, or leaving the note. */
  prepare(change: Edit): void {
    if (!this.pendingEdits.rest(change)) return;
    if (change.name !== undefined) this.around.wasNamed();
    this.#drafts.soon();
    this.#state.publish();
  }

  finish(): void {
    if (isEmpty(this.pendingEdits.resting)) return;
    this.pendingEdits.release();
    this.#autosave.soon();
    this.#state.publish();
  }

  /** Save now. Resolves when the service has acknowledged all that was typed before; rejects where it could not. */
  async flush(reason: "autosave" | "manual" = "autosave", isLeaving = false): Promise<void> {
    await this.#autosave.flush(reason, isLeaving);
    await this.#state.room?.acknowledged();
  }

  /** As `flush`, and the note holds what its room does: for what reads the note next. */
  async noted(): Promise<void> {
    await this.flush();
    await this.#state.room?.noted();
  }

  /** The page is hidden or goes: send what can be sent, put the rest away without waiting for anything. */
  leave(): void {
    this.collect();
    this.#state.room?.keepAtOnce();
    if (this.pendingEdits.isSettled) return;
    this.#drafts.atOnce();
    this.flush("autosave", true).catch(() => {});
  }

  /** Show the text on the other surface, to this person on this device; the service translates it, or it rejects. */
  async switchTo(surface: Surface): Promise<void> {
    const state = this.#state;
    if (this.snapshot.surface === surface || this.snapshot.isSwitching) return;
    state.isSwitching = true;
    state.publish();
    try {
      await this.flush();
      // Where others write without a pause, what is missing comes with the next save.
      await state.room?.noted(SAVES);
      const reading = await this.#autosave.fresh();
      // Without a choice the note says itself how it is shown.
      state.surfaceState.choose(surface === reading.note.mode ? null : surface);
      if (state.room) state.room.stepOut(reading);
      else {
        state.replace();
        state.take(reading);
      }
      state.surfaceState.surface = surface;
    } finally {
      state.isSwitching = false;
      state.publish();
    }
  }

  /** Show all who have the note open this surface. Rejects where it cannot be done. */
  async switchForAll(surface: Surface): Promise<void> {
    await this.#state.room?.switchForAll(surface);
  }

  /** Whether a room that shows this surface shows what the person wants to see. */
  wants(surface: Surface): boolean {
    const { chosen } = this.#state.surfaceState;
    return chosen === null || chosen === surface;
  }

  /** What an earlier page typed into a room that is not there any more: it is saved from here. */
  putBack(draft: Pick<Draft, "base" | "etag" | "edit" | "at">): void {
    this.#loader.putBack(draft);
    if (!isEmpty(this.pendingEdits.unsent)) this.#autosave.soon();
    void this.#drafts.now();
  }

  /** The recovered text was seen: leave it, or take it out again. */
  endRecovery(isTakenBack: boolean): void {
    this.#loader.endRecovery(isTakenBack);
  }

  /** What was typed is kept elsewhere now: there is nothing to save here any more. */
  abandon(): void {
    this.#autosave.abandon();
  }

  /** The person has settled a conflict: this is to stand on top of that revision. */
  settle(on: Reading, edit: Edit): void {
    this.#autosave.settle(on, edit);
  }

  /** Ask whether the note is still what it was; take or merge what it is now. */
  revalidate(): Promise<void> {
    return this.#autosave.revalidate();
  }

  /** After something else wrote the note: read it again. Rejects where that does not work. */
  reload(): Promise<void> {
    return this.#autosave.reload();
  }

  /** The service seems to be back: try again what waits. */
  retry(): void {
    this.#state.room?.retry();
    this.#autosave.retry();
  }

  signedIn(): Promise<void> {
    return this.#autosave.signedIn();
  }

  dispose(): void {
    this.#autosave.stop();
  }
}
