/** What the reader is to each note that was read: the service says so with the note itself. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { api } from "../api";
import { client } from "./client";

/** `none`: the note is not there, or not for this reader; the service does not tell which. */
export type Role = "owner" | "editor" | "viewer" | "none";

const NOTE = "/api/workspace/notes/{note_id}";
const keyOf = (noteId: string) => ["role", noteId] as const;

api.use({
  onResponse: ({ schemaPath, request, params, response }) => {
    const noteId = params.path?.note_id;
    if (schemaPath !== NOTE || request.method !== "GET" || typeof noteId !== "string") return;
    const told = response.headers.get("Note-Role") as Role | null;
    if (response.status === 404) client.setQueryData<Role>(keyOf(noteId), "none");
    else if (told !== null) client.setQueryData<Role>(keyOf(noteId), told);
  },
});

export const roleOn = (noteId: string): Role => client.getQueryData<Role>(keyOf(noteId)) ?? "owner";

/** What the reader is to the note; their own until the service has said otherwise. */
export function useRole(noteId: string): Role {
  return useQuery<Role>({ queryKey: keyOf(noteId), queryFn: skipToken }).data ?? "owner";
}

/** Whether the note is somebody else's. */
export const useIsGuest = (noteId: string): boolean => useRole(noteId) !== "owner";
