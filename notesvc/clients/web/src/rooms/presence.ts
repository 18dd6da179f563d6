/** What a page has of a note's room: the shared document, its state in words, and what can be asked of it. */
import { Problem } from "../api";
import type { Edit } from "../saving/document";
import type { NoteDocument } from "../saving/noteDocument";
import type { RoomOfNote, RoomView } from "../saving/room";
import type { KeptRoom } from "../saving/roomStore";
import type { Surface } from "../saving/surfaceState";
import type { Closing } from "./closing";
import type { Transport } from "./connection";
import { Deferreds } from "./deferreds";
import { introduce, onWriter, peopleIn, tidy } from "./people";
import { type By, Room } from "./room";
import { RoomSaver } from "./roomSaver";
import { Shared } from "./shared";

/** Why the room cannot take this text, or cannot save it. */
export type Unfit = "tooLarge" | "full" | "malformed" | "unsaved";

/** What a session says to the person, and how it reaches the room. */
export interface Around extends Transport {
  me: By;
  switched(name: string, surface: Surface): void;
  tooLong(): void;
  unfit(why: Unfit): void;
  recovered(): void;
  signedOut(): void;
}

const SWITCHED_WITHIN = 30_000;
const SAVED_WITHIN = 5_000;
/** What changes with each key is shown so often at most. */
const CALM = 200;
const TURNS = 8;

export abstract class Presence implements RoomOfNote {
  view: RoomView;
  protected room: Room;
  protected safe: RoomSaver;
  protected text: Shared;
  protected isBound = false;
  protected isOld = false;
  /** What an earlier page kept and the room has not been given yet. */
  protected left: KeptRoom | null = null;
  protected readonly timers = new Timers();
  protected readonly acks = new Deferreds();
  protected readonly switches = new Deferreds();
  protected readonly saves = new Deferreds();
  #isSwitching = false;
  #lastWriter: string | null = null;

  constructor(
    readonly note: NoteDocument,
    protected readonly around: Around,
  ) {
    [this.room, this.safe, this.text] = this.made();
    this.view = this.look();
  }

  protected abstract changed(): void;
  protected abstract saved(): void;
  protected abstract switched(by: By | null): void;
  protected abstract closed(why: Closing | "signedOut"): void;

  get unsent(): number {
    return this.room.unsent;
  }

  retry(): void {
    this.room.retry();
  }

  keepAtOnce(): void {
    this.safe.atOnce();
  }

  async acknowledged(): Promise<void> {
    if (this.unsent === 0) return;
    if (!this.room.isSynced) throw new Problem(0, "unreachable", "");
    await this.acks.wait();
  }

  async noted(): Promise<void> {
    await this.acknowledged();
    for (let turn = 0; turn < TURNS && this.isBound; turn++) {
      if (await this.note.sameThere()) return;
      await this.saves.wait(SAVED_WITHIN).catch(() => {});
    }
  }

  async switchTo(surface: Surface): Promise<void> {
    if (!this.room.isSynced || !this.room.ask(surface)) throw new Problem(0, "unreachable", "");
    this.#isSwitching = true;
    this.tell();
    try {
      await this.switches.wait(SWITCHED_WITHIN);
    } finally {
      this.#isSwitching = false;
      this.tell();
    }
  }

  protected made(): [Room, RoomSaver, Shared] {
    const room: Room = new Room(this.around, {
      changed: () => this.changed(),
      synced: () => this.changed(),
      saved: () => this.saved(),
      switched: (by) => this.switched(by),
      troubled: (code) => this.#troubled(code),
      closed: (why) => this.closed(why),
    });
    const { awareness, document } = room;
    awareness.on("change", () => {
      tidy(awareness);
      this.timers.once("tell", CALM, () => this.tell());
    });
    introduce(awareness, this.around.me);
    onWriter(document, awareness, (name) => {
      this.#lastWriter = name;
      this.timers.once("tell", CALM, () => this.tell());
    });
    room.raw.observe(() => this.timers.once("mirror", CALM, () => this.mirror()));
    return [room, new RoomSaver(room, this.note, () => this.words()), new Shared(room, this.around.me)];
  }

  protected mirror(): void {
    if (this.isBound && this.room.mode === "raw") this.note.mirror(this.words());
  }

  /** The text as it stands; of blocks as the surface has told it last. */
  protected words(): Edit {
    if (this.room.mode === "raw") return { content: this.room.raw.toString() };
    const { richContent } = this.note.pendingEdits.live;
    return richContent ? { richContent } : (this.left?.text ?? {});
  }

  protected tell(): void {
    this.view = this.look();
    this.note.roomChanged();
  }

  protected look(): RoomView {
    const { mode, generation, role, isSynced, unsent, awareness } = this.room;
    return {
      key: `${generation} ${mode}`,
      surface: mode,
      isConnected: isSynced,
      unsent,
      isReader: role === "viewer",
      isSwitching: this.#isSwitching,
      isOld: this.isOld,
      people: peopleIn(awareness, this.around.me),
      lastWriter: this.#lastWriter,
      text: this.text,
    };
  }

  #troubled(code: string): void {
    if (!this.#isSwitching) {
      if (code === "too_large") this.around.unfit("unsaved");
      return;
    }
    if (code === "too_large") {
      this.around.tooLong();
      this.switches.resolve();
    } else this.switches.reject();
  }
}

/** Named timers: what is asked for again while it waits is done once. */
class Timers {
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  once(name: string, after: number, run: () => void): void {
    if (this.#waiting.has(name)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(name);
      run();
    }, after);
    this.#waiting.set(name, timer);
  }

  stop(name: string): void {
    clearTimeout(this.#waiting.get(name));
    this.#waiting.delete(name);
  }

  stopAll(): void {
    for (const name of [...this.#waiting.keys()]) this.stop(name);
  }
}
