/** Notes, last opened first. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type NoteMetadata } from "../api";
import { client } from "./client";
import { knownNote } from "./notes";

export const recentsQuery = queryOptions({
  queryKey: ["recents"],
  queryFn: async ({ signal }): Promise<NoteMetadata[]> =>
    (await answer(api.GET("/api/workspace/recents", { signal }))).notes,
});

export const useRecents = () => useQuery(recentsQuery);

/** The service remembers what was opened when it is read; the list here need not ask again for that. */
export function noteWasOpened(id: string): void {
  const note = knownNote(id);
  if (!note) return;
  client.setQueryData(recentsQuery.queryKey, (all) => all && [note, ...all.filter((one) => one.id !== id)]);
}
