/** One note of this page and its room: into it when it is there, out of it when it is not, with every word once. */
import * as Y from "yjs";
import { forget, isOfRoom, leftBehind, type RoomDraft } from "../saving/drafts";
import type { NoteDocument } from "../saving/noteDocument";
import type { Closing } from "./closing";
import { type Around, Presence } from "./presence";
import { Timers } from "./timers";

/** How long a room may be away before a note that has everything is saved the ordinary way; then longer each time. */
const PATIENCE = 5_000;
const LONGEST_PATIENCE = 60_000;
const READ_AFTER = 1_500;

export class Session {
  readonly #presence: Presence;
  readonly #timers = new Timers();
  readonly #unsubscribe: () => void;
  #isOut = false;
  #isLeaving = false;
  #isLeft = false;

  constructor(
    private readonly note: NoteDocument,
    private readonly around: Around,
    /** The room was left for good. */
    private readonly ended: () => void,
  ) {
    this.#presence = new Presence(note, around, {
      changed: () => this.#changed(),
      saved: () => this.#saved(),
      closed: (why) => this.#closed(why),
    });
    this.#unsubscribe = note.subscribe(() => this.#consider());
  }

  /** Take what earlier pages left, then come. */
  async start(): Promise<void> {
    await this.note.load();
    const left = (await leftBehind(await this.note.around.self(), this.note.id)).filter(isOfRoom);
    if (left.length > 0) await this.#recover(left);
    if (!this.#isLeft) this.#presence.room.start();
  }

  /** The note is not shown any more: the room is left as soon as it has everything. */
  end(): void {
    this.#isLeaving = true;
    this.#consider();
  }

  /** The note is shown again before the room was left. */
  stay(): void {
    this.#isLeaving = false;
  }

  signedIn(): void {
    if (!this.#isOut) return;
    this.#isOut = false;
    this.#presence.room.start();
  }

  retry(): void {
    this.#presence.retry();
  }

  #changed(): void {
    const { room, unsent } = this.#presence;
    if (room.role === "viewer" && unsent > 0) {
      this.#giveUp(true);
      return;
    }
    if (!room.isSynced) this.#isAway();
    this.#consider();
  }

  #isAway(): void {
    this.#presence.isAway();
    if (this.#presence.isBound) this.#timers.once("away", PATIENCE, () => void this.#doWithout(PATIENCE));
  }

  /** The room stays away: where the note has all that stands here, it can be saved the ordinary way. */
  async #doWithout(waited: number): Promise<void> {
    const presence = this.#presence;
    if (!presence.isBound || presence.room.isSynced) return;
    const reading = await this.note.roomBinding.sameThere().catch(() => null);
    if (!presence.isBound || presence.room.isSynced) return;
    const next = Math.min(2 * waited, LONGEST_PATIENCE);
    if (!reading) return this.#timers.once("away", next, () => void this.#doWithout(next));
    presence.unbind();
    presence.drafts.drop();
    this.note.roomBinding.leave(reading);
  }

  /** Whether this is the moment to let the room have the text, or to leave. Asked when there is a pause. */
  #consider(): void {
    this.#timers.once("consider", 0, () => {
      const { isBound, room } = this.#presence;
      if (this.#isLeaving) this.#close();
      else if (!isBound && room.isSynced && this.note.wants(room.mode) && this.#isLevel()) {
        if (this.note.roomBinding.isReady) this.#bind();
      }
    });
  }

  /** Whether the room has seen what this page wrote last. */
  #isLevel(): boolean {
    return revision(this.#presence.room.etag) >= revision(this.note.pendingEdits.base?.etag ?? "");
  }

  #bind(): void {
    this.#timers.stop("away");
    this.#presence.bind();
    if (!this.#presence.room.isSynced) this.#isAway();
  }

  #saved(): void {
    this.#timers.once("read", READ_AFTER, () => void this.note.revalidate());
    this.#consider();
  }

  #closed(why: Closing | "signedOut"): void {
    if (why === "signedOut") {
      this.#isOut = true;
      this.around.signedOut();
    } else if (why === "reload") this.#presence.becameOld();
    else if (why === "anew") {
      this.#handOver();
      this.#presence.startAnew();
    } else {
      if (why !== "refused" && why !== "again") this.around.unfit(why);
      this.#giveUp(false);
    }
  }

  /** The room takes nothing more from here. */
  #giveUp(mayRead: boolean): void {
    if (this.#presence.unsent > 0) this.#handOver();
    else if (this.#presence.isBound) {
      this.#presence.unbind();
      this.note.roomBinding.leave(null);
      void this.note.revalidate();
    }
    if (mayRead) this.#presence.startAnew();
  }

  /** What the room lacks goes the ordinary way; only then is it forgotten here. */
  #handOver(): void {
    const { left, isBound, drafts } = this.#presence;
    if (isBound) this.note.roomBinding.handOver(() => this.#presence.unbind());
    else if (left) this.note.putBack(left);
    this.#presence.left = null;
    void this.note
      .flush()
      .catch(() => {})
      .finally(() => drafts.drop());
  }

  async #recover(left: RoomDraft[]): Promise<void> {
    const last = left.at(-1)!;
    const { room, drafts } = this.#presence;
    const { generation } = last.room;
    const same = left.filter((draft) => draft.room.generation === generation);
    for (const other of left) if (!same.includes(other)) this.note.putBack(other);
    this.#presence.left = last;
    room.mode = last.edit.content === undefined ? "block" : "raw";
    room.recover(Y.mergeUpdates(same.map((draft) => draft.room.update)), generation);
    await drafts.now();
    if (drafts.isKept) for (const { key } of left) await forget(key);
    this.around.recovered();
    if (room.isWhole && this.note.pendingEdits.base) this.#bind();
  }

  #close(): void {
    const { isBound, unsent } = this.#presence;
    if (isBound && unsent > 0) return;
    this.#isLeft = true;
    this.#unsubscribe();
    this.#timers.stopAll();
    if (isBound) {
      this.#presence.unbind();
      this.note.roomBinding.leave(null);
    }
    this.#presence.leave();
    this.ended();
  }
}

/** ETags of notes hold the number of their revision. */
const revision = (etag: string): number => Number(/\d+/.exec(etag)?.[0] ?? 0);
