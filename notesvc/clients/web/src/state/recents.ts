/** Notes, last opened first. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type NoteMetadata } from "../api";
import { client } from "./client";
import { withLocal } from "./localNotes";
import { knownNote } from "./notes";

export const recentsQuery = queryOptions({
  queryKey: ["recents"],
  queryFn: async ({ signal }): Promise<NoteMetadata[]> =>
    withLocal((await answer(api.GET("/api/workspace/recents", { signal }))).notes),
});

export const useRecents = () => useQuery(recentsQuery);

/** The service remembers what was opened when it is read; the list here need not ask again for that. */
export function noteWasOpened(id: string): void {
  const note = knownNote(id);
  if (note) showFirst(note);
}

/** Before all others that are listed. */
export function showFirst(note: NoteMetadata): void {
  client.setQueryData(
    recentsQuery.queryKey,
    (all) => all && [note, ...all.filter(({ id }) => id !== note.id)],
  );
}
