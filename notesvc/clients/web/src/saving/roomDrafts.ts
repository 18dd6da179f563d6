/** What earlier pages typed into rooms that never got it, seen without a room: for notes that have none any more. */

import type { Draft } from "./drafts";
import type { Self } from "./noteState";
import { hasAnyRoomMark, hasRoomMark } from "./roomMark";

const store = () => import("./roomStore");

/** Of this note, or of all. */
export async function roomDrafts({ userId, tab }: Self, noteId?: string): Promise<Draft[]> {
  if (!(noteId ? hasRoomMark(noteId) : hasAnyRoomMark())) return [];
  const left = await (await store()).leftBehind(userId, tab, noteId);
  return left.map(({ text: edit, update: _, generation: __, ...kept }) => ({ ...kept, edit }));
}

/** It goes another way from now on. */
export async function forgetRoomDraft(self: Self, { noteId, key }: Draft): Promise<void> {
  const { forget, removeRoomMark } = await store();
  await forget(key);
  if ((await roomDrafts(self, noteId)).length === 0) removeRoomMark(noteId);
}
