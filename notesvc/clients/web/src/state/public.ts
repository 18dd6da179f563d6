/** Which notes and folders anybody may read: those with a public link that shows something. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FolderBranch } from "../api";
import { derived } from "./derived";
import { foldersQuery } from "./folders";
import { useListed } from "./notes";
import { openSharesQuery, type Share } from "./shares";

const NONE: ReadonlySet<string> = new Set();

/** The ids of notes and folders that have one. The frame asks for the links; others look at what is known. */
export function usePublic(): ReadonlySet<string> {
  const shares = useQuery({ ...openSharesQuery, enabled: false }).data;
  return shares ? publicIn(shares) : NONE;
}

export const publicIn = derived((shares: readonly Share[]): ReadonlySet<string> => {
  const shown = shares.filter(({ state, inTrash, frozenAt }) => state === "active" && !inTrash && frozenAt);
  return new Set(shown.map(({ noteId, folderId }) => noteId ?? folderId ?? ""));
});

/** The nearest folder around the note that is public as a whole; `wasIn` is the one that it was in when it was read. */
export function usePublicFolder(noteId: string, wasIn: string | null = null): FolderBranch | null {
  const ids = usePublic();
  const listed = useListed(noteId);
  const parentId = listed ? listed.parentId : wasIn;
  const folders = useQuery({ ...foldersQuery, enabled: false }).data;
  return useMemo(() => publicFolder(parentId, ids, folders ?? []), [parentId, ids, folders]);
}

export function publicFolder(
  parentId: string | null,
  ids: ReadonlySet<string>,
  folders: readonly FolderBranch[],
): FolderBranch | null {
  if (ids.size === 0) return null;
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  let folder = byId.get(parentId ?? "");
  while (folder && !ids.has(folder.id)) folder = byId.get(folder.parentId ?? "");
  return folder ?? null;
}
