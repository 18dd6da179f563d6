/** What was typed and is not acknowledged, kept on this device: IndexedDB, and a journal for the last moment. */
import { type IDBPDatabase, openDB } from "idb";
import type { Note } from "../api";
import type { Edit } from "./document";
import { livingTabs } from "./tab";

export interface Draft {
  /** userId, noteId, tab and one opening of the note in it, so that no writer overwrites what another left. */
  key: string;
  userId: string;
  noteId: string;
  tab: string;
  /** What is to be written. */
  edit: Edit;
  /** What it was typed on, and the revision of that. */
  base: Note;
  etag: string;
  /** What may have been written already; absent in drafts of earlier versions. */
  unanswered?: Edit[];
  at: number;
}

const JOURNAL = "notesvc.journal.";
/** Where the browser does not say which tabs live, a draft this young may still be another tab's work. */
const FRESH = 90_000;

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

/** Keep the draft. Where IndexedDB refuses (a private window, a full disk), the journal takes it. */
export async function keep(draft: Draft): Promise<void> {
  try {
    await (await database()).put("drafts", draft);
    if ((journalledAt.get(draft.key) ?? 0) <= draft.at) localStorage.removeItem(JOURNAL + draft.key);
  } catch (error) {
    if (!journal(draft)) throw error;
  }
}

/** Keep the draft at once, for the moment in which the page goes away. Whether it could. */
export function journal(draft: Draft): boolean {
  try {
    localStorage.setItem(JOURNAL + draft.key, JSON.stringify(draft));
    journalledAt.set(draft.key, draft.at);
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
}

/** The user's drafts that no living tab is about to save, oldest first. */
export async function orphans(userId: string, ownTab: string): Promise<Draft[]> {
  const living = await livingTabs();
  const isOrphan = (draft: Draft) =>
    draft.userId === userId &&
    (draft.tab === ownTab || (living ? !living.has(draft.tab) : Date.now() - draft.at > FRESH));
  return (await all()).filter(isOrphan).sort((one, other) => one.at - other.at);
}

/** The later of what the journal and the database hold under each key. */
async function all(): Promise<Draft[]> {
  const byKey = new Map<string, Draft>();
  for (const draft of [...(await stored()), ...journalled()]) {
    const other = byKey.get(draft.key);
    if (!other || other.at <= draft.at) byKey.set(draft.key, draft);
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
  const found: Draft[] = [];
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(JOURNAL))) {
    try {
      const draft = JSON.parse(localStorage.getItem(name) ?? "") as Draft;
      if (draft.key && draft.edit && draft.base) found.push(draft);
    } catch {
      // Cut short while it was written: the database has what came before.
    }
  }
  return found;
}
