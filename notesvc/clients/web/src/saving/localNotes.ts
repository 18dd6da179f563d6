/** Notes that were made on this device: what is known of them here, and how the service comes to have them. */
import { isProblem, type Note, Problem } from "../api";
import { isLocal, noteIsLocal, noteIsMade } from "../state/localNotes";
import { noteWasWritten } from "../state/notes";
import { showFirst } from "../state/recents";
import { forget, type LocalNote, localKey, localNotes, type NewNote } from "./drafts";
import { create } from "./service";

const known = new Map<string, LocalNote>();

/** The note if this page knows it as a local one. */
export const localNote = (id: string): LocalNote | undefined => known.get(id);

/** The note if this device knows it as a local one. */
export async function findLocalNote(userId: string, id: string): Promise<LocalNote | undefined> {
  const all = await localNotes(userId);
  return all.find(({ local }) => local.noteId === id)?.local;
}

/** It is on this device: lists show it. */
export function localNoteCame(local: LocalNote, name = local.base.name): void {
  known.set(local.noteId, local);
  if (isLocal(local.noteId)) return;
  const note = { ...local.base, name };
  noteIsLocal(note);
  noteWasWritten(note);
  showFirst(note);
}

/** The service has it: lists show it as any other. */
export function localNoteWasMade(id: string): void {
  known.delete(id);
  noteIsMade(id);
}

/** All that was typed in it is at the service, too: nobody has to take it up any more. */
export const forgetLocalNote = (id: string): Promise<void> => forget(localKey(id));

export const keyOfLocal = (id: string): string => `local-${id}`;

/** Have the service make it, which it does once. Where its folder is gone it stands at the top. Throws Problem. */
export async function send({ made }: LocalNote): Promise<void> {
  const key = keyOfLocal(made.id);
  try {
    await makeOnce(made, key);
  } catch (error) {
    if (!isProblem(error, 404) || !made.parentId) throw error;
    await makeOnce({ ...made, parentId: null }, `${key}-top`);
  }
}

async function makeOnce(made: NewNote, key: string): Promise<void> {
  try {
    const { id } = await create(made as Partial<Note>, key);
    if (id !== made.id) throw new Problem(502, "nonsense", "");
  } catch (error) {
    // It is there already, or was: reading it tells.
    if (!isProblem(error, "id_taken")) throw error;
  }
}
