/** How the text of a note comes into its room and out again. In between the room saves it, and all else goes on as before. */
import type { Note } from "../api";
import type { Edit } from "./document";
import type { Draft } from "./drafts";
import { isEmpty, sameText } from "./edits";
import { NoteSaver } from "./noteSaver";
import type { RoomOfNote } from "./room";
import type { Reading } from "./service";
import { preferSurface } from "./surfacePreference";
import type { Surface } from "./surfaceState";

export abstract class NoteInRoom extends NoteSaver {
  abstract edit(change: Edit, seen?: number): void;
  abstract revalidate(): Promise<void>;

  /** Whose note it is and in which tab; null while that is not known. */
  get owner() {
    return this.self;
  }

  /** Whether nothing of the text is on its way from here, so that a room can take it over at this moment. */
  get isReadyForRoom(): boolean {
    if (!this.isConfirmed || this.room || this.isSwitching || this.pendingEdits.note?.deletedAt) return false;
    this.collect();
    return this.pendingEdits.isSettled && this.flight === null && this.refused === null;
  }

  /** From now on the surface shows the room's text, and the room saves it. */
  enterRoom(room: RoomOfNote, text: Edit): void {
    this.surfaceState.replace(this.pendingEdits.note);
    // In a room the surface is one for all: a choice from before would come in between when the room goes.
    if (this.surfaceState.chosen) this.choose(null);
    this.room = room;
    this.pendingEdits.live = text;
    this.publish();
  }

  protected choose(surface: Surface | null): void {
    this.surfaceState.chosen = surface;
    preferSurface(this.id, surface);
  }

  /** The room's text, as the surface of that key shows it now. */
  mirror(text: Edit, key = this.room?.view.key): void {
    if (!this.room || key !== this.room.view.key) return;
    this.pendingEdits.live = text;
    this.publish();
  }

  roomChanged(): void {
    if (this.room) this.publish();
  }

  /** The note is saved from here again, from this reading on; the room has nothing that it lacks. */
  leaveRoom(reading: Reading | null): void {
    if (!this.room) return;
    this.#getOut();
    if (reading) this.take(reading);
    this.publish();
  }

  /** The room will never take what was typed: it goes the ordinary way, with its precondition. */
  handOver(left: () => void): void {
    if (!this.room) return;
    this.collect();
    const text = this.pendingEdits.live;
    this.#getOut();
    left();
    this.edit(text);
    this.publish();
  }

  /** What an earlier page typed into a room that is not there any more. */
  putBack(draft: Pick<Draft, "base" | "etag" | "edit" | "at">): void {
    const before = this.pendingEdits.note;
    if (!before) return;
    const outcome = this.pendingEdits.recover({ note: draft.base, etag: draft.etag }, draft.edit);
    if (outcome === "nothing") return;
    this.surfaceState.replace(before);
    if (outcome === "recovered") this.recovered ??= { at: draft.at, before };
    if (!isEmpty(this.pendingEdits.unsent)) this.saveTimer.typed();
    void this.safe.now();
    this.publish();
  }

  /** The note as the service has it, where its text is the one that stands here; else null. Throws Problem. */
  async sameThere(): Promise<Reading | null> {
    const reading = await this.fresh();
    if (!this.room) return null;
    this.collect();
    return sameText(reading.note, this.pendingEdits.note as Note, this.room.view.surface) ? reading : null;
  }

  #getOut(): void {
    this.surfaceState.replace(this.pendingEdits.note);
    this.surfaceState.surface = this.room!.view.surface;
    this.room = null;
    this.pendingEdits.live = {};
  }
}
