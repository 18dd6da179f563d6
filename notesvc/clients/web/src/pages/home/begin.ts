/** The welcome notes of a new workspace, as long as nobody has begun with them. */
import type { NoteMetadata } from "../../api";

type Listed = Pick<NoteMetadata, "id" | "parentId" | "sortOrder">;

/** Of more notes than these, the list of those opened last may have lost the first one. */
const MOST = 30;
/** Milliseconds within which they are all made with their account. */
const TOGETHER = 5_000;
const KEY = "notesvc.begun";

/** In their order; none once the first of them was opened. */
export function welcomeNotes<Note extends Listed>(
  notes: readonly Note[],
  opened: readonly Pick<Listed, "id">[],
): Note[] {
  const oldest = notes.reduce<Note | undefined>(
    (one, other) => (one && one.id < other.id ? one : other),
    undefined,
  );
  if (!oldest?.parentId || notes.length > MOST) return [];
  const welcome = notes
    .filter(({ id, parentId }) => parentId === oldest.parentId && madeAt(id) - madeAt(oldest.id) < TOGETHER)
    .sort((one, other) => one.sortOrder - other.sortOrder);
  return opened.some(({ id }) => id === welcome[0]?.id) ? [] : welcome;
}

/** A UUIDv7 begins with its moment. */
const madeAt = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

export const isDismissed = (first: Pick<Listed, "id">): boolean => localStorage.getItem(KEY) === first.id;

export const dismiss = (first: Pick<Listed, "id">): void => localStorage.setItem(KEY, first.id);
