/**
 * Brings what version 0.1.0 kept of rooms, in a database and a journal of their own, to where drafts are kept now.
 * To be removed in version 0.3.0.
 */
import { openDB } from "idb";
import { bytesOf, type Draft, keep } from "./drafts";

const JOURNAL = "notesvc.rooms.journal.";

type Earlier = Omit<Draft, "edit" | "room"> & { generation: string; update: Uint8Array; text: Draft["edit"] };

/** Only what `isLeft`: a tab of that version that is still open looks for its own where it put it. */
export async function takeOverEarlier(isLeft: (draft: Draft) => boolean): Promise<void> {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(JOURNAL))) {
    const journalled = JSON.parse(localStorage.getItem(name)!);
    const draft = draftOf({ ...journalled, update: bytesOf(journalled.update) });
    if (!isLeft(draft)) continue;
    await keep(draft);
    localStorage.removeItem(name);
  }
  // Where there was no such database, none is made.
  const database = await openDB("notesvc.rooms", 1, {
    upgrade: (_, __, ___, making) => {
      making.done.catch(() => {});
      making.abort();
    },
  });
  for (const earlier of (await database.getAll("documents")) as Earlier[]) {
    const draft = draftOf(earlier);
    if (!isLeft(draft)) continue;
    await keep(draft);
    await database.delete("documents", earlier.key);
  }
  database.close();
}

/** What was journalled and what was stored had the same key; here both stay. */
function draftOf({ generation, update, text: edit, ...rest }: Earlier): Draft {
  return { ...rest, key: `room ${rest.key} ${rest.at}`, edit, room: { generation, update } };
}
