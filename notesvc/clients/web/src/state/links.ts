/** What a note links to, and what links to it. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";

export type NoteLink = Schemas["NoteLink"];
export type Backlink = Schemas["Backlink"];

export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: ["backlinks", id, "out"],
    queryFn: async ({ signal }): Promise<NoteLink[]> => {
      const path = { note_id: id };
      const call = api.GET("/api/workspace/notes/{note_id}/links", { params: { path }, signal });
      return (await answer(call)).links;
    },
  });

export const backlinksQuery = (id: string) =>
  queryOptions({
    queryKey: ["backlinks", id, "in"],
    queryFn: async ({ signal }): Promise<Schemas["Backlinks"]> => {
      const path = { note_id: id };
      return answer(api.GET("/api/workspace/notes/{note_id}/backlinks", { params: { path }, signal }));
    },
  });
