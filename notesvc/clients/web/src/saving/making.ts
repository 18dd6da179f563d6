/** Makes notes: at the service where it answers soon, else on this device, to be sent when it does. */
import { type Note, type NoteMetadata, Problem } from "../api";
import { client } from "../state/client";
import { isServiceAway } from "../state/connectivity";
import { createNote } from "../state/creating";
import { localIds } from "../state/localNotes";
import { notesQuery } from "../state/notes";
import { tell } from "./channel";
import { FRESH, keep, type LocalNote, localKey, localNotes, type NewNote } from "./drafts";
import { kindOf } from "./failure";
import { watchLifecycle } from "./lifecycle";
import { forgetLocalNote, keyOfLocal, localNoteCame, localNoteWasMade } from "./localNotes";
import type { Self } from "./noteState";
import { hold, openDocuments, self } from "./open";
import { tabsThatWent } from "./tab";
import { noteWasMadeEmpty } from "./untouched";

/** Milliseconds after which nobody waits for an answer any more. */
const SOON = 2_000;
const LONGEST_NAME = 500;

/** A new note, to be opened at once. Throws Problem where the service refuses it. */
export async function makeNote({ name = "", parentId = null }: NewNote): Promise<NoteMetadata> {
  const me = await self();
  const made = { id: newId(me.userId), name: name.slice(0, LONGEST_NAME), parentId };
  return (isServiceAway() ? null : await madeSoon(made)) ?? keepHere(made, me);
}

/** Null where nobody answers soon. */
async function madeSoon(made: LocalNote["made"]): Promise<NoteMetadata | null> {
  const asked = createNote(made, keyOfLocal(made.id)).catch((error: unknown) => {
    if (error instanceof Problem && kindOf(error) === "passing") return null;
    throw error;
  });
  if (made.name === "")
    void asked.then(
      (note) => note && noteWasMadeEmpty(note.id),
      () => {},
    );
  // Answered later than that, it is the same note.
  asked.catch(() => {});
  return Promise.race([asked, new Promise<null>((give) => setTimeout(() => give(null), SOON))]);
}

async function keepHere(made: LocalNote["made"], me: Self): Promise<NoteMetadata> {
  const now = new Date();
  const base = emptyNote(made, now.toISOString());
  const key = localKey(made.id);
  const local = { key, ...me, noteId: made.id, base, etag: "", edit: {}, at: now.getTime(), made };
  await keep(local);
  localNoteCame(local);
  tell({ local: true });
  saveOn(made.id);
  return base;
}

/** What this browser has of local notes is listed, and sent where no other tab will. */
export async function takeUpLocalNotes(): Promise<void> {
  const { userId, tab } = await self();
  const [found, isGone] = await Promise.all([localNotes(userId), tabsThatWent(FRESH)]);
  const open = new Map(openDocuments().map((document) => [document.id, document]));
  for (const { local, name } of found) {
    const document = open.get(local.noteId);
    if (document) {
      if (document.isSettled && document.snapshot.note) void forgetLocalNote(local.noteId);
      continue;
    }
    localNoteCame(local, name);
    if (local.tab === tab || isGone(local)) saveOn(local.noteId);
  }
  const ids = new Set(found.map(({ local }) => local.noteId));
  const sent = localIds().filter((id) => !ids.has(id) && !open.has(id));
  for (const id of sent) localNoteWasMade(id);
  if (sent.length > 0) void client.invalidateQueries({ queryKey: notesQuery.queryKey });
}

/** A document that nobody shows goes on until all of it is saved. */
function saveOn(noteId: string): void {
  watchLifecycle();
  hold(noteId)();
}

/** A UUIDv7 that ends as its user's does: what the service takes from clients. */
export function newId(userId: string, now = Date.now()): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const time = now.toString(16).padStart(12, "0");
  const variant = (8 + (Number.parseInt(random[3]!, 16) & 3)).toString(16);
  const parts = [time.slice(0, 8), time.slice(8), `7${random.slice(0, 3)}`, variant + random.slice(4, 7)];
  return [...parts, userId.slice(-12)].join("-");
}

function emptyNote({ id, name = "", parentId = null }: LocalNote["made"], now: string): Note {
  return {
    ...{ id, name, parentId, tags: [], icon: null, cover: null, properties: {}, journalMeta: null },
    ...{ content: "", richContent: [], mode: "block", sortOrder: lastPlace(parentId) },
    ...{ createdAt: now, updatedAt: now, deletedAt: null },
  };
}

/** Behind all others that stand there. */
function lastPlace(parentId: string | null): number {
  const all = client.getQueryData(notesQuery.queryKey) ?? [];
  return all.reduce(
    (last, note) => (note.parentId === parentId ? Math.max(last, note.sortOrder + 1) : last),
    1,
  );
}
