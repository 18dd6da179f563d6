/** What earlier pages typed into rooms that never got it, seen without a room: for notes that have none any more. */

import type { Draft } from "./drafts";
import { isAnythingKept, isSomethingKept } from "./kept";
import type { Self } from "./noteState";

const keeping = () => import("./keeping");

/** Of this note, or of all. */
export async function keptOfRooms({ userId, tab }: Self, noteId?: string): Promise<Draft[]> {
  if (!(noteId ? isSomethingKept(noteId) : isAnythingKept())) return [];
  const left = await (await keeping()).leftBehind(userId, tab, noteId);
  return left.map(({ text: edit, update: _, generation: __, ...kept }) => ({ ...kept, edit }));
}

/** It goes another way from now on. */
export async function forgetKept(self: Self, { noteId, key }: Draft): Promise<void> {
  const { forget, nothingKept } = await keeping();
  await forget(key);
  if ((await keptOfRooms(self, noteId)).length === 0) nothingKept(noteId);
}
