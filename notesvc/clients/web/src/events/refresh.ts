/** What of the page is asked for again after these events. */
import { answer, api, type NoteMetadata } from "../api";
import { openDocuments, showTypedNames } from "../saving/open";
import { client } from "../state/client";
import { collaboratorsQuery, sharedQuery } from "../state/collaborators";
import { look } from "../state/freshness";
import {
  knownNote,
  noteIsGone,
  noteQuery,
  notesQuery,
  noteWasWritten,
  workspaceHasChanged,
} from "../state/notes";
import type { StreamEvent, WorkspaceEvent } from "./events";

/** What hangs on the texts of notes; read again only where it is shown. */
const AROUND = [
  "folders",
  "tags",
  "people",
  "backlinks",
  "versions",
  "graph",
  "journal",
  "recents",
  "tasks",
  "search",
  "shares",
];
const MANY = 50;

export async function refresh(events: readonly StreamEvent[]): Promise<void> {
  const changes = events.filter((event) => event.type === "workspace");
  const hasBegun = events.some(({ type }) => type === "begun");
  if (hasBegun || events.some(({ type }) => type === "notification")) notified(events);
  if (hasBegun) await look();
  if (changes.some(({ change }) => change === "contents") || changes.length > MANY) await everything();
  else await some(changes);
  if (hasBegun) await revalidated(() => true);
}

async function everything(): Promise<void> {
  await workspaceHasChanged();
  for (const key of ["shared", "collaborators", "requests"])
    void client.invalidateQueries({ queryKey: [key] });
  await revalidated(() => true);
}

async function some(changes: readonly WorkspaceEvent[]): Promise<void> {
  const about = (...kinds: WorkspaceEvent["change"][]) =>
    changes.filter(({ change }) => kinds.includes(change)).flatMap(({ noteId }) => noteId ?? []);
  const isOfFolder = changes.some(({ folderId }) => folderId !== null);
  const bringsNotes = changes.some(
    ({ change, folderId }) => folderId !== null && /deleted|restored/.test(change),
  );
  for (const id of about("deleted")) noteIsGone(id);
  for (const id of about("shared", "unshared")) sharingHasChanged(id);
  sharedIsNamedAnew(about("updated", "deleted", "restored"));
  if (bringsNotes || (await standElsewhere(about("moved", "restored")))) await workspaceHasChanged();
  else {
    if (isOfFolder) void client.invalidateQueries({ queryKey: ["folders"] });
    if ((await newer(about("created", "updated"))) || about("deleted").length > 0) around();
  }
  const touched = new Set(changes.map(({ noteId }) => noteId));
  await revalidated((id) => touched.has(id));
}

/** Whether one of the notes stands elsewhere than this page has it; the others were moved here. */
async function standElsewhere(noteIds: readonly string[]): Promise<boolean> {
  for (const id of noteIds) {
    const listed = knownNote(id);
    const note = await client.fetchQuery({ ...noteQuery(id), staleTime: 0, retry: false }).catch(() => null);
    if (note?.parentId !== listed?.parentId || note?.sortOrder !== listed?.sortOrder) return true;
  }
  return false;
}

function around(): void {
  for (const name of [...AROUND, "trash"]) void client.invalidateQueries({ queryKey: [name] });
}

/** Take what is newer than the list into it; false where this page knew all of it, such as what it wrote itself. */
async function newer(noteIds: readonly string[]): Promise<boolean> {
  const known = client.getQueryData(notesQuery.queryKey);
  if (noteIds.length === 0 || known === undefined) return false;
  let updatedSince = "";
  for (const note of known) if (note.updatedAt > updatedSince) updatedSince = note.updatedAt;
  const query = { updatedSince: updatedSince || undefined, sort: "updatedAt" as const };
  const { notes } = await answer(api.GET("/api/workspace/notes", { params: { query } }));
  const before = new Map(known.map((note) => [note.id, note.updatedAt]));
  const fresh = notes.filter((note) => note.updatedAt !== before.get(note.id));
  for (const note of fresh) noteWasWritten(note as NoteMetadata);
  showTypedNames();
  return fresh.length > 0;
}

/** Names of other people's notes stand in a list of their own. */
function sharedIsNamedAnew(noteIds: readonly string[]): void {
  const known = client.getQueryData(sharedQuery.queryKey);
  if (known?.some(({ note }) => noteIds.includes(note.id)))
    void client.invalidateQueries({ queryKey: sharedQuery.queryKey });
}

function sharingHasChanged(noteId: string): void {
  void client.invalidateQueries({ queryKey: sharedQuery.queryKey });
  void client.invalidateQueries({ queryKey: collaboratorsQuery(noteId).queryKey });
  void client.invalidateQueries({ queryKey: ["requests"] });
}

function notified(events: readonly StreamEvent[]): void {
  void client.invalidateQueries({ queryKey: ["notifications"] });
  const isAsked = events.some((event) => event.type === "notification" && "requestId" in event.data);
  if (isAsked) void client.invalidateQueries({ queryKey: ["requests"] });
}

/** Open notes take or merge what they are now; one that could not be read before may be readable. */
async function revalidated(isMeant: (noteId: string) => boolean): Promise<void> {
  const meant = openDocuments().filter(({ id }) => isMeant(id));
  await Promise.all(meant.map((each) => (each.snapshot.note ? each.revalidate() : each.load())));
}
