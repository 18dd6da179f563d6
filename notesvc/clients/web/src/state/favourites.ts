/** Notes that somebody wants at hand. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type NoteMetadata } from "../api";
import { t } from "../i18n";
import { failed } from "../notices";
import { client } from "./client";
import { notesQuery } from "./notes";

export const favouritesQuery = queryOptions({
  queryKey: ["favourites"],
  queryFn: async ({ signal }): Promise<NoteMetadata[]> =>
    (await answer(api.GET("/api/workspace/favourites", { signal }))).notes,
});

export const useFavourites = () => useQuery(favouritesQuery);

export const isFavourite = (id: string): boolean =>
  client.getQueryData(favouritesQuery.queryKey)?.some((note) => note.id === id) ?? false;

/** Put the note among the favourites, or take it out: shown at once, taken back where the service refuses. */
export async function favour(id: string, isWanted: boolean): Promise<void> {
  const before = client.getQueryData(favouritesQuery.queryKey);
  const note = client.getQueryData(notesQuery.queryKey)?.find((one) => one.id === id);
  const others = before?.filter((one) => one.id !== id) ?? [];
  client.setQueryData(favouritesQuery.queryKey, isWanted && note ? [...others, note] : others);
  const params = { path: { note_id: id } };
  try {
    if (isWanted) await answer(api.PUT("/api/workspace/favourites/{note_id}", { params }));
    else await answer(api.DELETE("/api/workspace/favourites/{note_id}", { params }));
  } catch (error) {
    client.setQueryData(favouritesQuery.queryKey, before);
    failed(error, t("shell.tree.notChanged"));
  }
  void client.invalidateQueries({ queryKey: favouritesQuery.queryKey });
}
