/** What saving asks of the service: read a note, write what changed, make a new one. */
import {
  answer,
  answered,
  api,
  type Note,
  type NoteChange,
  type NoteSaved,
  Problem,
  problemOf,
} from "../api";
import { within } from "../deadline";
import type { Edit } from "./document";

/** A note and the revision that it was read at. */
export interface Reading {
  note: Note;
  etag: string;
}

/** Bytes up to which a browser lets a request outlive its page. */
const OUTLIVES = 60_000;

/** How long an acknowledgement may take: what every line manages, and more for what a slow one sends for long. */
const PATIENCE = 15_000;
const SLOWEST_BYTES_A_SECOND = 20_000;

interface Asked {
  etag?: string;
  /** The note is shown already: it does not count as opened again. */
  peek?: true;
}

/** The note; null when `etag` is its present revision. Throws Problem. */
export async function read(id: string, { etag, peek }: Asked = {}): Promise<Reading | null> {
  const header = etag ? { "If-None-Match": etag } : undefined;
  const params = { path: { note_id: id }, query: { peek }, header };
  const call = api.GET("/api/workspace/notes/{note_id}", { params });
  let got: Awaited<typeof call>;
  try {
    got = await call;
  } catch {
    throw new Problem(0, "unreachable", "");
  }
  const { response } = got;
  if (response.status === 304) return null;
  if (!response.ok) throw problemOf(response, got.error);
  const note = got.data as Note | undefined;
  const present = response.headers.get("ETag");
  // Anything but the whole note, such as a proxy's page or an empty answer, must not pass for the note.
  if (note?.id !== id || typeof note.content !== "string" || !present) throw new Problem(502, "nonsense", "");
  return { note, etag: present };
}

/** Write what changed on top of the revision. Throws Problem. */
export async function write(
  id: string,
  edit: Edit,
  etag: string,
  reason: "autosave" | "manual",
  isLeaving = false,
): Promise<NoteSaved> {
  const body = { ...edit, reason } as NoteChange;
  const call = api.PATCH("/api/workspace/notes/{note_id}", {
    params: { path: { note_id: id }, header: { "If-Match": etag } },
    body,
    keepalive: isLeaving && sizeOf(edit) < OUTLIVES,
    fetch: (request) => within(PATIENCE + (sizeOf(edit) / SLOWEST_BYTES_A_SECOND) * 1_000, request),
  });
  const saved = await answer(call);
  if (saved.id !== id || typeof saved.etag !== "string") throw new Problem(502, "nonsense", "");
  return saved;
}

/** A new note of what was typed; the same key makes it once, however often it is asked for. */
export async function create(note: Partial<Note>, key: string): Promise<Note> {
  const made = await answered(
    api.POST("/api/workspace/notes", {
      params: { header: { "Idempotency-Key": key } },
      body: note as never,
      fetch: (request) => within(PATIENCE + (sizeOf(note) / SLOWEST_BYTES_A_SECOND) * 1_000, request),
    }),
  );
  return made.data;
}

const sizeOf = (sent: object): number => new TextEncoder().encode(JSON.stringify(sent)).length;
