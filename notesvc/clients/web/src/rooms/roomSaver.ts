/** Keeps the document of one room on this device while the room lacks something of it. */
import * as Y from "yjs";
import type { Edit } from "../saving/document";
import type { NoteDocument } from "../saving/noteDocument";
import { forget, journal, type KeptRoom, keep, removeRoomMark } from "../saving/roomStore";
import type { Room } from "./room";

const WITHIN = 250;
/** A large document takes long to put away: then it is done less often. */
const SHARE_OF_TIME = 20;

export class RoomSaver {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isKept = false;
  #pause = WITHIN;
  /** What the room had at the last moment in which it had everything. */
  #known: Uint8Array | undefined;
  #work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly room: Room,
    private readonly note: NoteDocument,
    private readonly text: () => Edit,
  ) {}

  /** Something of what the room has or lacks is another now. */
  changed(): void {
    if (this.room.unsent === 0) {
      if (this.room.isSynced) this.#known = Y.encodeStateVector(this.room.document);
      if (this.#isKept) this.drop();
    } else this.#timer ??= setTimeout(() => this.now(), this.#pause);
  }

  /** Put the document away. Whether it is. */
  now(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const put = this.#work.then(() => this.#put()).catch(() => false);
    this.#work = put;
    return put;
  }

  /** The page is going: there is no time left for a database. */
  atOnce(): void {
    const kept = this.#kept(this.#known);
    if (!kept) return;
    this.#isKept = true;
    journal(kept);
    void this.now();
  }

  /** It is all there, or goes another way. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isKept = false;
    const { draftKey, id } = this.note;
    this.#work = this.#work.then(() => forget(draftKey)).then(() => removeRoomMark(id));
  }

  async #put(): Promise<boolean> {
    const kept = this.#kept();
    if (!kept) return false;
    const begun = performance.now();
    this.#isKept = true;
    await keep(kept);
    this.#pause = Math.max(WITHIN, (performance.now() - begun) * SHARE_OF_TIME);
    if (this.room.unsent === 0) this.drop();
    return true;
  }

  #kept(since?: Uint8Array): KeptRoom | null {
    const { owner, pendingEdits, id: noteId, draftKey: key } = this.note;
    const { generation, document, unsent } = this.room;
    if (unsent === 0 || !owner || !pendingEdits.base || generation === null) return null;
    const update = Y.encodeStateAsUpdate(document, since);
    const { note: base, etag } = pendingEdits.base;
    return { ...owner, key, noteId, generation, update, text: this.text(), base, etag, at: Date.now() };
  }
}
