/** Keeps the document of one room on this device while the room lacks something of it. */
import * as Y from "yjs";
import type { Edit } from "../saving/document";
import { DraftSaver } from "../saving/draftSaver";
import { type Draft, roomKey } from "../saving/drafts";
import type { NoteDocument } from "../saving/noteDocument";
import type { Room } from "./room";

/** A large document takes long to put away: then it is done less often. */
const PATIENCE = 20;

export class RoomSaver {
  readonly drafts: DraftSaver;
  /** What the room had at the last moment in which it had everything. */
  #known: Uint8Array | undefined;

  constructor(
    private readonly room: Room,
    private readonly note: NoteDocument,
    private readonly text: () => Edit,
  ) {
    const draft = (isGoing: boolean) => this.#draft(isGoing ? this.#known : undefined);
    this.drafts = new DraftSaver(roomKey(note.draftKey), draft, PATIENCE);
  }

  /** Something of what the room has or lacks is another now. */
  changed(): void {
    const { unsent, isSynced, document } = this.room;
    if (unsent === 0 && isSynced) this.#known = Y.encodeStateVector(document);
    if (unsent > 0) this.drafts.soon();
    else void this.drafts.now();
  }

  #draft(since?: Uint8Array): Omit<Draft, "key" | "at"> | null {
    const { owner, pendingEdits, id: noteId } = this.note;
    const { generation, document, unsent } = this.room;
    if (unsent === 0 || !owner || !pendingEdits.base || generation === null) return null;
    const update = Y.encodeStateAsUpdate(document, since);
    const { note: base, etag } = pendingEdits.base;
    // The surface tells its text a while after the document has it, and nothing may come after that.
    this.note.collect();
    return { ...owner, noteId, edit: this.text(), base, etag, room: { generation, update } };
  }
}
