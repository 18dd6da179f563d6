/** How the text of a note comes into its room and out again. In between the room saves it, and all else goes on as before. */
import type { Note } from "../api";
import type { Autosave } from "./autosave";
import type { Edit } from "./document";
import { sameText } from "./edits";
import type { NoteState } from "./noteState";
import type { RoomOfNote } from "./room";
import type { Reading } from "./service";

export class RoomBinding {
  constructor(
    private readonly state: NoteState,
    private readonly autosave: Autosave,
  ) {}

  /** Whether nothing of the text is on its way from here, so that a room can take it over at this moment. */
  get isReady(): boolean {
    const { room, isSwitching, pendingEdits } = this.state;
    if (!this.autosave.isConfirmed || room || isSwitching || pendingEdits.note?.deletedAt) return false;
    this.state.collect();
    return this.autosave.isIdle;
  }

  /** From now on the surface shows the room's text, and the room saves it. */
  enter(room: RoomOfNote, text: Edit): void {
    this.state.replace();
    // In a room the surface is one for all: a choice from before would come in between when the room goes.
    this.state.surfaceState.choose(null);
    this.state.room = room;
    this.state.pendingEdits.live = text;
    this.state.publish();
  }

  /** The room's text, as the surface of that key shows it now. */
  mirror(text: Edit, key?: string): void {
    const { room } = this.state;
    if (!room || (key !== undefined && key !== room.view.key)) return;
    this.state.pendingEdits.live = text;
    this.state.publish();
  }

  /** The room's view is another. */
  changed(): void {
    if (this.state.room) this.state.publish();
  }

  /** The note is saved from here again, from this reading on; the room has nothing that it lacks. */
  leave(reading: Reading | null): void {
    if (!this.state.room) return;
    this.#getOut();
    if (reading) this.state.take(reading);
    this.state.publish();
  }

  /** The room will never take what was typed: it goes the ordinary way, with its precondition. */
  handOver(left: () => void): void {
    if (!this.state.room) return;
    this.state.collect();
    const text = this.state.pendingEdits.live;
    this.#getOut();
    left();
    this.autosave.edit(text);
    this.state.publish();
  }

  /** The note as the service has it, where its text is the one that stands here; else null. Throws Problem. */
  async sameThere(): Promise<Reading | null> {
    const reading = await this.autosave.fresh();
    const { room, pendingEdits } = this.state;
    if (!room) return null;
    this.state.collect();
    return sameText(reading.note, pendingEdits.note as Note, room.view.surface) ? reading : null;
  }

  #getOut(): void {
    this.state.replace();
    this.state.surfaceState.surface = this.state.room!.view.surface;
    this.state.room = null;
    this.state.pendingEdits.live = {};
  }
}
