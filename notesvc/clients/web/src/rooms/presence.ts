/** What a page has of a note's room: the shared document, its state in words, and what can be asked of it. */
import { Problem } from "../api";
import type { Edit } from "../saving/document";
import type { DraftSaver } from "../saving/draftSaver";
import type { RoomDraft } from "../saving/drafts";
import type { NoteDocument } from "../saving/noteDocument";
import type { RoomOfNote, RoomView } from "../saving/room";
import type { Reading } from "../saving/service";
import type { Surface } from "../saving/surfaceState";
import type { Closing } from "./closing";
import type { Transport } from "./connection";
import { Deferreds } from "./deferreds";
import { introduce, onWriter, peopleIn, tidy } from "./people";
import { type By, Room } from "./room";
import { RoomSaver } from "./roomSaver";
import { Shared } from "./shared";
import { Timers } from "./timers";

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

/** What happens in the room, for whoever decides when the note is in it. */
export interface PresenceListener {
  /** What the room has or lacks is another now. */
  changed(): void;
  /** The note has another revision than before. */
  saved(): void;
  closed(why: Closing | "signedOut"): void;
}

const SWITCHED_WITHIN = 30_000;
const SAVED_WITHIN = 5_000;
/** What changes with each key is shown so often at most. */
const CALM = 200;
const TURNS = 8;

export class Presence implements RoomOfNote {
  view: RoomView;
  room: Room;
  /** What an earlier page kept and the room has not been given yet. */
  left: RoomDraft | null = null;
  readonly #timers = new Timers();
  readonly #acks = new Deferreds();
  readonly #switches = new Deferreds();
  readonly #saves = new Deferreds();
  #saver: RoomSaver;
  #text: Shared;
  #detach: (() => void) | null = null;
  #isSwitching = false;
  #isOld = false;
  #lastWriter: string | null = null;

  constructor(
    readonly note: NoteDocument,
    private readonly around: Around,
    private readonly listener: PresenceListener,
  ) {
    [this.room, this.#saver, this.#text] = this.#made();
    this.view = this.#look();
  }

  get drafts(): DraftSaver {
    return this.#saver.drafts;
  }

  get unsent(): number {
    return this.room.unsent;
  }

  /** Whether the note's text is the room's. */
  get isBound(): boolean {
    return this.#detach !== null;
  }

  retry(): void {
    this.room.retry();
  }

  keepAtOnce(): void {
    this.drafts.atOnce();
  }

  async acknowledged(): Promise<void> {
    if (this.unsent === 0) return;
    if (!this.room.isSynced) throw new Problem(0, "unreachable", "");
    await this.#acks.wait();
  }

  async noted(turns = TURNS): Promise<void> {
    await this.acknowledged();
    for (let turn = 0; turn < turns && this.isBound; turn++) {
      if (await this.note.roomBinding.sameThere()) return;
      await this.#saves.wait(SAVED_WITHIN).catch(() => {});
    }
  }

  async switchForAll(surface: Surface): Promise<void> {
    if (!this.room.isSynced || !this.room.ask(surface)) throw new Problem(0, "unreachable", "");
    this.#isSwitching = true;
    this.#tell();
    try {
      await this.#switches.wait(SWITCHED_WITHIN);
    } finally {
      this.#isSwitching = false;
      this.#tell();
    }
  }

  stepOut(reading: Reading): void {
    this.unbind();
    this.drafts.drop();
    this.note.roomBinding.leave(reading);
  }

  /** The note's text is the room's from now on. */
  bind(): void {
    this.view = this.#look();
    this.note.roomBinding.enter(this, this.#words());
    this.#detach = this.note.attach(() => this.#mirror());
  }

  /** The note's text is its own again; the note is told by the caller. */
  unbind(): void {
    this.#detach?.();
    this.#detach = null;
    this.left = null;
  }

  /** The connection is gone: nobody waits for it. */
  isAway(): void {
    this.#acks.reject();
    this.#switches.reject();
  }

  /** The page is of another version than the room. */
  becameOld(): void {
    this.#isOld = true;
    this.#tell();
  }

  /** From the beginning, with an empty document. */
  startAnew(): void {
    const old = this.room;
    [this.room, this.#saver, this.#text] = this.#made();
    old.leave();
    this.room.start();
  }

  leave(): void {
    this.#timers.stopAll();
    this.room.leave();
  }

  #made(): [Room, RoomSaver, Shared] {
    const room: Room = new Room(this.around, {
      changed: () => this.#changed(),
      synced: () => this.#changed(),
      saved: () => {
        this.#saves.resolve();
        this.listener.saved();
      },
      switched: (by) => this.#switched(by),
      troubled: (code) => this.#troubled(code),
      closed: (why) => this.listener.closed(why),
    });
    const { awareness, document } = room;
    awareness.on("change", () => {
      tidy(awareness);
      this.#tellSoon();
    });
    introduce(awareness, this.around.me);
    onWriter(document, awareness, (name) => {
      this.#lastWriter = name;
      this.#tellSoon();
    });
    room.raw.observe(() => this.#timers.once("mirror", CALM, () => this.#mirror()));
    return [room, new RoomSaver(room, this.note, () => this.#words()), new Shared(room, this.around.me)];
  }

  #changed(): void {
    this.#saver.changed();
    if (this.unsent === 0) this.#acks.resolve();
    this.listener.changed();
    if (this.view.isConnected !== this.room.isSynced) this.#tell();
    else this.#tellSoon();
  }

  #switched(by: By | null): void {
    const surface = this.room.mode;
    this.#switches.resolve();
    this.#tell();
    if (!this.isBound) return;
    this.note.mirror(surface === "raw" ? this.#words() : {});
    if (by && by.id !== this.around.me.id) this.around.switched(by.name, surface);
  }

  #troubled(code: string): void {
    if (!this.#isSwitching) {
      if (code === "too_large") this.around.unfit("unsaved");
      return;
    }
    if (code === "too_large") {
      this.around.tooLong();
      this.#switches.resolve();
    } else this.#switches.reject();
  }

  #mirror(): void {
    if (this.isBound && this.room.mode === "raw") this.note.mirror(this.#words());
  }

  /** The text as it stands; of blocks as the surface has told it last. */
  #words(): Edit {
    if (this.room.mode === "raw") return { content: this.room.raw.toString() };
    const { richContent } = this.note.pendingEdits.live;
    return richContent ? { richContent } : (this.left?.edit ?? {});
  }

  #tell(): void {
    this.view = this.#look();
    this.note.roomBinding.changed();
  }

  #tellSoon(): void {
    this.#timers.once("tell", CALM, () => this.#tell());
  }

  #look(): RoomView {
    const { mode, generation, role, isSynced, unsent, awareness } = this.room;
    return {
      key: `${generation} ${mode}`,
      surface: mode,
      isConnected: isSynced,
      unsent,
      isReader: role === "viewer",
      isSwitching: this.#isSwitching,
      isOld: this.#isOld,
      people: peopleIn(awareness, this.around.me),
      lastWriter: this.#lastWriter,
      text: this.#text,
    };
  }
}
