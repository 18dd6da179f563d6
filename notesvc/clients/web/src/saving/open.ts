/** The notes that are open in this tab, one document each, however many panes show it. */
import { answer, api, type Note, type NoteSaved, Problem } from "../api";
import { client } from "../state/client";
import { foldersQuery } from "../state/folders";
import { noteIsNamed, noteKey, notesQuery, noteWasWritten } from "../state/notes";
import { keepNote } from "../state/offline";
import { sessionQuery, signedOut } from "../state/session";
import { tell } from "./channel";
import {
  findLocalNote,
  forgetLocalNote,
  localNote,
  localNoteCame,
  localNoteWasMade,
  send,
} from "./localNotes";
import { NoteDocument } from "./noteDocument";
import type { Self, Surroundings } from "./noteState";
import type { Reading } from "./service";
import { tab } from "./tab";
import { noteWasLeft } from "./untouched";

const LAST_USER = "notesvc.user";
/** Milliseconds: at once for the eye, and a long tree is not made anew for each key. */
const NAMED_WITHIN = 80;
const documents = new Map<string, { document: NoteDocument; holders: number }>();

/** The document of the note; made on first asking. */
export function documentOf(noteId: string): NoteDocument {
  const found = documents.get(noteId);
  if (found) return found.document;
  const document = new NoteDocument(noteId, surroundings);
  documents.set(noteId, { document, holders: 0 });
  return document;
}

export const openDocuments = (): NoteDocument[] => [...documents.values()].map(({ document }) => document);

/** The note is shown somewhere; the answer says that it is not any more. What is unsaved then is saved on. */
export function hold(noteId: string): () => void {
  documentOf(noteId);
  const entry = documents.get(noteId)!;
  entry.holders++;
  return () => {
    entry.holders--;
    if (entry.holders > 0) return;
    const stop = entry.document.subscribe(() => close(noteId, stop));
    entry.document.flush().catch(() => {});
    close(noteId, stop);
  };
}

function close(noteId: string, stop: () => void): void {
  const entry = documents.get(noteId);
  if (entry && entry.holders === 0 && !entry.document.isSettled) return;
  stop();
  if (!entry || entry.holders > 0) return;
  const isShared = entry.document.snapshot.room !== null;
  entry.document.dispose();
  documents.delete(noteId);
  // In a room others may be writing. Shown elsewhere on the next page, it is not left.
  if (!isShared) setTimeout(() => documents.has(noteId) || void noteWasLeft(noteId));
}

/** Who the drafts belong to: the signed-in user, or where the service is away, who was signed in here last. */
export async function self(): Promise<Self> {
  // Whoever this page is for types here, however long the service takes to say that they still are.
  let userId: string | null | undefined = client.getQueryData(sessionQuery.queryKey)?.id;
  if (userId) return { userId, tab: await tab };
  try {
    const user = await client.fetchQuery(sessionQuery);
    userId = user?.id;
    if (userId) localStorage.setItem(LAST_USER, userId);
  } catch {
    userId = localStorage.getItem(LAST_USER);
  }
  return { userId: userId ?? "", tab: await tab };
}

async function isStillSignedIn(userId: string): Promise<boolean> {
  return (await answer(api.GET("/api/auth/session", {}))).user.id === userId;
}

const surroundings: Surroundings = {
  self,
  local: localNote,
  wasLocal: (local) => localNoteCame(local),
  findLocal: async (id) => findLocalNote((await self()).userId, id).catch(() => undefined),
  make: async (local) => {
    if (!(await isStillSignedIn(local.userId))) throw new Problem(401, "unauthenticated", "");
    await send(local);
  },
  wasMade: (id, reading) => {
    localNoteWasMade(id);
    onceSettled(documentOf(id), () => void forgetLocalNote(id).then(() => tell({ local: true })));
    if (reading) noteWasWritten(reading.note);
    else void client.invalidateQueries({ queryKey: notesQuery.queryKey });
    showTypedNames();
    // What was asked about it before it was there.
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== "note" && queryKey.includes(id),
    });
    if (reading?.note.parentId) void client.invalidateQueries({ queryKey: foldersQuery.queryKey });
  },
  known: (id) => {
    const note = client.getQueryData<Note & { etag: string }>(noteKey(id));
    if (!note?.etag) return undefined;
    const { etag, ...rest } = note;
    return { note: rest, etag };
  },
  wasRead: ({ note, etag }) => {
    client.setQueryData(noteKey(note.id), { ...note, etag });
  },
  wasNamed: () => {
    clearTimeout(naming);
    naming = setTimeout(showTypedNames, NAMED_WITHIN);
  },
  wasSaved: (saved, reading, edit) => {
    client.setQueryData(noteKey(reading.note.id), { ...reading.note, etag: reading.etag });
    if (saved === null) return;
    keepNote(reading.note, reading.etag);
    noteWasWritten(saved);
    showTypedNames();
    tell({ saved });
    linksMayHaveChanged();
    if (edit.tags) void client.invalidateQueries({ queryKey: ["tags"] });
    if (edit.name !== undefined) renamed(saved, reading);
    for (const other of openDocuments()) if (other.id !== saved.id) other.retry();
  },
  isStillSignedIn,
  signedOut,
};

function onceSettled(document: NoteDocument, then: () => void): void {
  if (document.isSettled) {
    then();
    return;
  }
  const stop = document.subscribe(() => {
    if (!document.isSettled) return;
    stop();
    then();
  });
}

let naming: ReturnType<typeof setTimeout> | undefined;

/** Titles that are being typed stand in the lists before they are sent. */
export function showTypedNames(): void {
  for (const { id, pendingEdits } of openDocuments()) {
    const { name } = pendingEdits.pending;
    if (name !== undefined) noteIsNamed(id, name);
  }
}

/** A new name is written into the links that meant the note: in other open notes, and in its own text. */
function renamed(saved: NoteSaved, reading: Reading): void {
  for (const other of openDocuments()) {
    if (other.id !== saved.id) void other.revalidate();
    else if (mayLink(reading.note)) void other.reload().catch(() => {});
  }
}

const mayLink = (note: Note) =>
  note.content.includes("[[") || JSON.stringify(note.richContent).includes("wikiLink");

let later: ReturnType<typeof setTimeout> | undefined;

/** What is shown beside the note is asked for again, when typing pauses. */
function linksMayHaveChanged(): void {
  clearTimeout(later);
  later = setTimeout(() => {
    const about = ["backlinks", "links", "versions", "graph", "people", "journal", "tasks"];
    for (const name of about) void client.invalidateQueries({ queryKey: [name], type: "active" });
    void client.invalidateQueries({ queryKey: ["recents"], refetchType: "none" });
  }, 1_500);
}
