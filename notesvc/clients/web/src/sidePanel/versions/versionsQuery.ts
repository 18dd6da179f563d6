/** The versions of a note, and how two texts differ. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api";
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
