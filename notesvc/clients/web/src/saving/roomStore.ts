/** What rooms have not acknowledged, kept on this device: IndexedDB, and a journal for the last moment. */
import { type IDBPDatabase, openDB } from "idb";
import type { Note } from "../api";
import type { Edit } from "./document";
import { roomMark } from "./roomMark";
import { livingTabs } from "./tab";

export interface KeptRoom {
  /** Note, and one opening of it in one tab, so that no writer overwrites what another left. */
  key: string;
  userId: string;
  noteId: string;
  tab: string;
  generation: string;
  /** The document; of the journal only what was not acknowledged. */
  update: Uint8Array;
  /** The text as it stood, for a room that is not there any more, and the note that it was typed into. */
  text: Edit;
  base: Note;
  etag: string;
  at: number;
}

const JOURNAL = "notesvc.rooms.journal.";
/** Where the browser does not say which tabs live, a document this young may still be another tab's work. */
const FRESH = 90_000;

let opened: Promise<IDBPDatabase> | undefined;

function database(): Promise<IDBPDatabase> {
  opened ??= openDB("notesvc.rooms", 1, {
    upgrade: (db) => {
      db.createObjectStore("documents", { keyPath: "key" });
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

export async function keep(kept: KeptRoom): Promise<void> {
  localStorage.setItem(roomMark(kept.noteId), "1");
  await (await database()).put("documents", kept);
}

/** For the moment in which the page goes away: `kept.update` is what was not acknowledged alone. */
export function journal(kept: KeptRoom): void {
  try {
    localStorage.setItem(JOURNAL + kept.key, JSON.stringify({ ...kept, update: textOf(kept.update) }));
    localStorage.setItem(roomMark(kept.noteId), "1");
  } catch {
    // No room: what the database has is a moment older.
  }
}

export async function forget(key: string): Promise<void> {
  localStorage.removeItem(JOURNAL + key);
  await (await database()).delete("documents", key).catch(() => {});
}

/** Nothing of the note is kept any more, as far as this tab knows. */
export const removeRoomMark = (noteId: string): void => localStorage.removeItem(roomMark(noteId));

/** What earlier pages of this user left of the note, or of all, the latest last. */
export async function leftBehind(userId: string, ownTab: string, noteId?: string): Promise<KeptRoom[]> {
  const living = await livingTabs();
  const isLeft = (kept: KeptRoom) =>
    kept.userId === userId &&
    (noteId === undefined || kept.noteId === noteId) &&
    (kept.tab === ownTab || (living ? !living.has(kept.tab) : Date.now() - kept.at > FRESH));
  return [...(await stored()), ...journalled()].filter(isLeft).sort((one, other) => one.at - other.at);
}

async function stored(): Promise<KeptRoom[]> {
  try {
    return await (await database()).getAll("documents");
  } catch {
    return [];
  }
}

function journalled(): KeptRoom[] {
  const found: KeptRoom[] = [];
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(JOURNAL))) {
    try {
      const kept = JSON.parse(localStorage.getItem(name) ?? "");
      if (kept.key && kept.base) found.push({ ...kept, update: bytesOf(kept.update) });
    } catch {
      // Cut short while it was written: the database has what came before.
    }
  }
  return found;
}

function textOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
