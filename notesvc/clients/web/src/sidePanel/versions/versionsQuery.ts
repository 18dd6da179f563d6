/** The versions of a note, and how two texts differ. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api";
import type { Block } from "../../blocks";
import type { Hunk } from "../../ui/differences/Differences";

export type Version = Schemas["VersionSummary"];

export const versionsQuery = (noteId: string) =>
  queryOptions({
    queryKey: ["versions", noteId],
    queryFn: async ({ signal }): Promise<Version[]> => {
      const path = { note_id: noteId };
      const call = api.GET("/api/workspace/notes/{note_id}/versions", { params: { path }, signal });
      return (await answer(call)).versions;
    },
    staleTime: 5_000,
  });

/** A version never changes. */
export const versionQuery = (id: string) =>
  queryOptions({
    queryKey: ["version", id],
    queryFn: async ({ signal }): Promise<Schemas["VersionFull"]> => {
      const path = { version_id: id };
      return answer(api.GET("/api/workspace/versions/{version_id}", { params: { path }, signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A text with its blocks to read, whatever it was written as. */
export interface Text {
  content: string;
  blocks: Block[];
}

/** The version's, or the note's as it stands: `stamp` says which that is. */
export const textQuery = (id: string, noteId: string, stamp: string) =>
  queryOptions({
    queryKey: ["version", id, "blocks", id === "current" ? `${noteId} ${stamp}` : ""],
    queryFn: async ({ signal }): Promise<Text> => {
      const params = { path: { version_id: id }, query: { derived: true } };
      const note = { path: { note_id: noteId }, query: { peek: true } };
      const { content, richContent } = await (id === "current"
        ? answer(api.GET("/api/workspace/notes/{note_id}", { params: note, signal }))
        : answer(api.GET("/api/workspace/versions/{version_id}", { params, signal })));
      return { content, blocks: (richContent ?? []) as Block[] };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What changed in this version against the one before, or since then until now. */
export const diffQuery = (id: string, against: "before" | "current", stamp: string) =>
  queryOptions({
    queryKey: ["version", id, "diff", against, against === "current" ? stamp : ""],
    queryFn: async ({ signal }): Promise<Hunk[]> => {
      const query = against === "current" ? { against } : {};
      const params = { path: { version_id: id }, query };
      return (await answer(api.GET("/api/workspace/versions/{version_id}/diff", { params, signal }))).hunks;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
