/** Who may see a note, who asks to be let in, and the notes of others that are shared with the reader. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";

export type CollaboratorList = Schemas["CollaboratorList"];
export type Member = Schemas["CollaboratorShape"];
export type SharedNote = Schemas["SharedNoteShape"];
export type AccessRequest = Schemas["RequestShape"];

const PAGE = 1_000;

export const collaboratorsQuery = (noteId: string) =>
  queryOptions({
    queryKey: ["collaborators", noteId],
    queryFn: async ({ signal }): Promise<CollaboratorList> => {
      const params = { path: { note_id: noteId } };
      return answer(api.GET("/api/workspace/notes/{note_id}/collaborators", { params, signal }));
    },
    staleTime: 60_000,
  });

export const useCollaborators = (noteId: string, enabled = true) =>
  useQuery({ ...collaboratorsQuery(noteId), enabled });

/** Somebody who may see the note. */
export interface Reader {
  id: string;
  handle: string;
  name: string;
}

/** All who may see the note, its owner first. */
export function readersOf({ owner, collaborators }: CollaboratorList): Reader[] {
  const others = collaborators.flatMap(({ userId: id, handle, name }) =>
    id && handle ? [{ id, handle, name: name ?? "" }] : [],
  );
  return [{ id: owner.userId, handle: owner.handle, name: owner.name }, ...others];
}

export const sharedQuery = queryOptions({
  queryKey: ["shared"],
  queryFn: async ({ signal }): Promise<SharedNote[]> => {
    const params = { query: { limit: PAGE } };
    return (await answer(api.GET("/api/workspace/shared-with-me", { params, signal }))).notes;
  },
  staleTime: 60_000,
});

export const useShared = () => useQuery(sharedQuery);

/** All requests that wait for this user's answer. */
export const requestsQuery = queryOptions({
  queryKey: ["requests"],
  queryFn: async ({ signal }): Promise<AccessRequest[]> =>
    (await answer(api.GET("/api/workspace/collaboration/requests", { signal }))).requests,
});
