/** The welcome notes of a new workspace, as long as nobody has begun with them. */
import type { NoteMetadata } from "../../api";
import { LATEST } from "../../state/notes";

type Listed = Pick<NoteMetadata, "id" | "parentId" | "sortOrder">;

/** Milliseconds within which they are all made with their account. */
const TOGETHER = 5_000;
const KEY = "notesvc.begun";

/**
 * In their order; none once the first of them was opened. Among many notes, the list of those opened last may no longer hold
 * that one, so that there are none.
 */
export function welcomeNotes<Note extends Listed>(
  notes: readonly Note[],
  opened: readonly Pick<Listed, "id">[],
): Note[] {
  const oldest = notes.reduce<Note | undefined>(
    (one, other) => (one && one.id < other.id ? one : other),
    undefined,
  );
  if (!oldest?.parentId || notes.length >= LATEST) return [];
  const welcome = notes
    .filter(({ id, parentId }) => parentId === oldest.parentId && madeAt(id) - madeAt(oldest.id) < TOGETHER)
    .sort((one, other) => one.sortOrder - other.sortOrder);
  return opened.some(({ id }) => id === welcome[0]?.id) ? [] : welcome;
}

/** A UUIDv7 begins with its moment. */
const madeAt = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

export const isDismissed = (first: Pick<Listed, "id">): boolean => localStorage.getItem(KEY) === first.id;

export const dismiss = (first: Pick<Listed, "id">): void => localStorage.setItem(KEY, first.id);
