/** One note of this page and its room: into it when it is there, out of it when it is not, with every word once. */
import * as Y from "yjs";
import type { NoteDocument } from "../saving/noteDocument";
import { forget, type KeptRoom, leftBehind } from "../saving/roomStore";
import type { Closing } from "./closing";
import { type Around, Presence } from "./presence";
import type { By } from "./room";

/** How long a room may be away before a note that has everything is saved the ordinary way; then longer each time. */
const PATIENCE = 5_000;
const LONGEST_PATIENCE = 60_000;
const READ_AFTER = 1_500;
/** What changes with each key is shown so often at most. */
const CALM = 200;

export class Session extends Presence {
  #isOut = false;
  #isLeaving = false;
  #isLeft = false;
  #detach = () => {};
  readonly #unsubscribe: () => void;

  constructor(
    note: NoteDocument,
    around: Around,
    /** The room was left for good. */
    private readonly ended: () => void,
  ) {
    super(note, around);
    this.#unsubscribe = note.subscribe(() => this.#consider());
  }

  /** Take what earlier pages left, then come. */
  async start(): Promise<void> {
    await this.note.load();
    const { userId, tab } = await this.note.around.self();
    const left = await leftBehind(userId, tab, this.note.id);
    if (left.length > 0) await this.#recover(left);
    if (!this.#isLeft) this.room.start();
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
    this.room.start();
  }

  protected override changed(): void {
    this.safe.changed();
    if (this.unsent === 0) this.acks.resolve();
    if (this.room.role === "viewer" && this.unsent > 0) {
      this.#giveUp(true);
      return;
    }
    if (!this.room.isSynced) this.#isAway();
    if (this.view.isConnected !== this.room.isSynced) this.tell();
    else this.timers.once("tell", CALM, () => this.tell());
    this.#consider();
  }

  #isAway(): void {
    this.acks.reject();
    this.switches.reject();
    if (this.isBound) this.timers.once("away", PATIENCE, () => void this.#doWithout(PATIENCE));
  }

  /** The room stays away: where the note has all that stands here, it can be saved the ordinary way. */
  async #doWithout(waited: number): Promise<void> {
    if (!this.isBound || this.room.isSynced) return;
    const reading = await this.note.sameThere().catch(() => null);
    if (!this.isBound || this.room.isSynced) return;
    const next = Math.min(2 * waited, LONGEST_PATIENCE);
    if (!reading) return this.timers.once("away", next, () => void this.#doWithout(next));
    this.#unbind();
    this.safe.drop();
    this.note.leaveRoom(reading);
  }

  /** Whether this is the moment to let the room have the text, or to leave. Asked when there is a pause. */
  #consider(): void {
    this.timers.once("consider", 0, () => {
      if (this.#isLeaving) this.#close();
      else if (!this.isBound && this.room.isSynced && this.#isLevel() && this.note.isReadyForRoom)
        this.#bind();
    });
  }

  /** Whether the room has seen what this page wrote last. */
  #isLevel(): boolean {
    return revision(this.room.etag) >= revision(this.note.pendingEdits.base?.etag ?? "");
  }

  #bind(): void {
    this.isBound = true;
    this.timers.stop("away");
    this.view = this.look();
    this.note.enterRoom(this, this.words());
    this.#detach = this.note.attach(() => this.mirror());
    if (!this.room.isSynced) this.#isAway();
  }

  #unbind(): void {
    this.isBound = false;
    this.#detach();
    this.left = null;
  }

  protected override saved(): void {
    this.saves.resolve();
    this.timers.once("read", READ_AFTER, () => void this.note.revalidate());
    this.#consider();
  }

  protected override switched(by: By | null): void {
    const surface = this.room.mode;
    this.switches.resolve();
    this.tell();
    if (!this.isBound) return;
    this.note.mirror(surface === "raw" ? this.words() : {});
    if (by && by.id !== this.around.me.id) this.around.switched(by.name, surface);
  }

  protected override closed(why: Closing | "signedOut"): void {
    if (why === "signedOut") {
      this.#isOut = true;
      this.around.signedOut();
    } else if (why === "reload") {
      this.isOld = true;
      this.tell();
    } else if (why === "anew") {
      this.#handOver();
      this.#anew();
    } else {
      if (why !== "refused" && why !== "again") this.around.unfit(why);
      this.#giveUp(false);
    }
  }

  /** The room takes nothing more from here. */
  #giveUp(mayRead: boolean): void {
    if (this.unsent > 0) this.#handOver();
    else if (this.isBound) {
      this.#unbind();
      this.note.leaveRoom(null);
      void this.note.revalidate();
    }
    if (mayRead) this.#anew();
  }

  /** What the room lacks goes the ordinary way; only then is it forgotten here. */
  #handOver(): void {
    const left = this.left;
    const wasBound = this.isBound;
    if (wasBound) {
      this.note.handOver(() => this.#unbind());
    } else if (left) this.note.putBack({ ...left, edit: left.text });
    this.left = null;
    const safe = this.safe;
    void this.note
      .flush()
      .catch(() => {})
      .finally(() => safe.drop());
  }

  #anew(): void {
    const old = this.room;
    [this.room, this.safe, this.text] = this.made();
    old.leave();
    this.room.start();
  }

  async #recover(left: KeptRoom[]): Promise<void> {
    const last = left.at(-1)!;
    const same = left.filter(({ generation }) => generation === last.generation);
    for (const other of left) if (!same.includes(other)) this.note.putBack({ ...other, edit: other.text });
    this.left = last;
    this.room.mode = last.text.content === undefined ? "block" : "raw";
    this.room.recover(Y.mergeUpdates(same.map(({ update }) => update)), last.generation);
    if (await this.safe.now()) for (const { key } of left) await forget(key);
    this.around.recovered();
    if (this.room.isWhole && this.note.pendingEdits.base) this.#bind();
  }

  #close(): void {
    if (this.isBound && this.unsent > 0) return;
    this.#isLeft = true;
    this.#unsubscribe();
    this.timers.stopAll();
    if (this.isBound) {
      this.#unbind();
      this.note.leaveRoom(null);
    }
    this.room.leave();
    this.ended();
  }
}

/** ETags of notes hold the number of their revision. */
const revision = (etag: string): number => Number(/\d+/.exec(etag)?.[0] ?? 0);
