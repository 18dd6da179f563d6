/**
 * What was typed and is not acknowledged, kept on this device: in IndexedDB, and in a journal (local storage) for the
 * last moment of a page, and for the first words of a day that has no note yet.
 */
import { type IDBPDatabase, openDB } from "idb";
import type { Note, Schemas } from "../api";
import type { Block } from "../blocks";
import type { Edit } from "./document";
import type { Self } from "./noteState";
import { tabsThatWent } from "./tab";

/** Whose words these are, what they are, and when they were kept. */
export interface Kept {
  /** What it is kept under: one opening of a note in one tab, so that no writer overwrites what another left. */
  key: string;
  userId: string;
  /** What is to be written. */
  edit: Edit;
  at: number;
}

export interface Draft extends Kept {
  noteId: string;
  tab: string;
  /** What it was typed on, and the revision of that. */
  base: Note;
  etag: string;
  /** What may have been written already; absent in drafts of earlier versions. */
  unanswered?: Edit[];
  /** Where it was typed in a room: that has to have it, as long as it is there. */
  room?: RoomUpdate;
}

export interface RoomUpdate {
  generation: string;
  /** The document; in the journal only what was not acknowledged. */
  update: Uint8Array;
}

/** A note that was made on this device and that the service may not have yet; what is typed in it are drafts like any. */
export interface LocalNote extends Draft {
  /** What the service is asked for, the same however often: its id is in it. */
  made: NewNote & { id: string };
}

export type NewNote = Partial<Pick<Schemas["NewNote"], "id" | "name" | "parentId">>;

export type RoomDraft = Draft & { room: RoomUpdate };

const isLocalNote = (draft: Draft): draft is LocalNote => "made" in draft;

export const isOfRoom = (draft: Draft): draft is RoomDraft => draft.room !== undefined;

const JOURNAL = "notesvc.journal.";
/** Says of a note, before any database is opened, that something typed into its room is kept. */
const ROOM_MARK = "notesvc.rooms.kept.";
const ROOM_KEY = "room ";
const LOCAL_KEY = "local ";
/** Where the browser does not say which tabs live, a draft this young may still be another tab's work. */
export const FRESH = 90_000;

let opened: Promise<IDBPDatabase> | undefined;

function database(): Promise<IDBPDatabase> {
  opened ??= openDB("notesvc", 1, {
    upgrade: (db) => {
      db.createObjectStore("drafts", { keyPath: "key" });
    },
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** When each key was last journalled, so that a slower, older write to the database does not clear it. */
const journalledAt = new Map<string, number>();

/** What is typed into rooms has keys of its own: the opening of a note may have both. */
export const roomKey = (openingKey: string): string => ROOM_KEY + openingKey;

export const localKey = (noteId: string): string => LOCAL_KEY + noteId;

/** Keep the draft. Where IndexedDB refuses (a private window, a full disk), the journal takes it. */
export async function keep(draft: Draft): Promise<void> {
  try {
    if (isOfRoom(draft)) localStorage.setItem(ROOM_MARK + draft.noteId, "1");
    await (await database()).put("drafts", draft);
    if ((journalledAt.get(draft.key) ?? 0) <= draft.at) localStorage.removeItem(JOURNAL + draft.key);
  } catch (error) {
    if (!journal(draft)) throw error;
  }
}

/** Keep it at once, for the moment in which the page goes away. Whether it could. */
export function journal(kept: Kept | Draft): boolean {
  try {
    localStorage.setItem(JOURNAL + kept.key, JSON.stringify(kept, bytesAsText));
    if ("room" in kept && isOfRoom(kept)) localStorage.setItem(ROOM_MARK + kept.noteId, "1");
    journalledAt.set(kept.key, kept.at);
    return true;
  } catch {
    return false;
  }
}

export async function forget(key: string): Promise<void> {
  localStorage.removeItem(JOURNAL + key);
  try {
    await (await database()).delete("drafts", key);
  } catch {
    // It is found again on the next opening, and seen to be saved already.
  }
  if (!key.startsWith(ROOM_KEY)) return;
  const noteId = key.split(" ")[1]!;
  const isLeft = (await all()).some((draft) => isOfRoom(draft) && draft.noteId === noteId);
  if (!isLeft) localStorage.removeItem(ROOM_MARK + noteId);
}

/** Whether something is kept that was typed into the note's room, as far as is known without the database. */
export function hasRoomDraft(noteId: string): boolean {
  try {
    return localStorage.getItem(ROOM_MARK + noteId) !== null;
  } catch {
    return false;
  }
}

/** The user's drafts, of the note or of all, that no living tab is about to save, oldest first. */
export async function leftBehind({ userId, tab }: Self, noteId?: string): Promise<Draft[]> {
  const isMeant = (draft: Draft) =>
    draft.userId === userId && !isLocalNote(draft) && (noteId === undefined || draft.noteId === noteId);
  // A note that is opened has what the tab before it kept, though that may still be on its way out.
  const awaited =
    noteId === undefined ? [] : (await all()).filter((draft) => isMeant(draft) && draft.tab !== tab);
  const isGone = await tabsThatWent(
    FRESH,
    awaited.map((draft) => draft.tab),
  );
  const isLeft = (draft: Draft) => isMeant(draft) && (draft.tab === tab || isGone(draft));
  if (Object.keys(localStorage).some((name) => name.startsWith(ROOM_MARK))) {
    const { takeOverEarlier } = await import("./earlierDrafts");
    await takeOverEarlier(isLeft).catch(() => {});
  }
  return (await all()).filter(isLeft).sort((one, other) => one.at - other.at);
}

/** The user's local notes of all tabs, each with the title that was typed last. */
export async function localNotes(userId: string): Promise<{ local: LocalNote; name: string }[]> {
  const drafts = (await all())
    .filter((draft) => draft.userId === userId)
    .sort((one, other) => one.at - other.at);
  return drafts.filter(isLocalNote).map((local) => {
    const named = drafts.findLast(({ noteId, edit }) => noteId === local.noteId && edit.name !== undefined);
    return { local, name: named?.edit.name ?? local.base.name };
  });
}

/** Where the text of a day waits when the page goes before the service has made its note. */
export interface Shelf {
  read(): Block[];
  write(text: readonly Block[]): void;
}

export function shelfOf(userId: string, day: string): Shelf {
  const key = `day ${userId} ${day}`;
  // Where version 0.1.0 kept it. To be removed in version 0.3.0.
  const earlier = `notesvc.day.${userId}.${day}`;
  return {
    read: () => journalledUnder(key)?.edit.richContent ?? JSON.parse(localStorage.getItem(earlier) ?? "[]"),
    write: (text) => {
      // Where there is no room for it, it is sent all the same.
      if (text.length > 0) journal({ key, userId, edit: { richContent: [...text] }, at: Date.now() });
      else localStorage.removeItem(JOURNAL + key);
      localStorage.removeItem(earlier);
    },
  };
}

function journalledUnder(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(JOURNAL + key) ?? "null");
  } catch {
    return null;
  }
}

/** The later of what the journal and the database hold under each key; of a room both, which complete each other. */
async function all(): Promise<Draft[]> {
  const byKey = new Map((await stored()).map((draft) => [draft.key, draft]));
  for (const draft of journalled()) {
    // Both may be of one millisecond.
    const key = isOfRoom(draft) ? JOURNAL + draft.key : draft.key;
    const other = byKey.get(key);
    if (!other || other.at <= draft.at) byKey.set(key, draft);
  }
  return [...byKey.values()];
}

async function stored(): Promise<Draft[]> {
  try {
    return await (await database()).getAll("drafts");
  } catch {
    return [];
  }
}

function journalled(): Draft[] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(JOURNAL));
  return names.flatMap((name) => {
    // Null where it was cut short while it was written: the database has what came before.
    const draft = journalledUnder(name.slice(JOURNAL.length)) as Draft | null;
    if (!draft?.key || !draft.edit || !draft.base) return [];
    const { room } = draft;
    return [
      room ? { ...draft, room: { ...room, update: bytesOf(room.update as unknown as string) } } : draft,
    ];
  });
}

function bytesAsText(_: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  let text = "";
  for (const byte of value) text += String.fromCharCode(byte);
  return btoa(text);
}

export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
