/** Which notes and folders anybody may read: those with a public link that shows something. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FolderBranch } from "../api";
import { foldersQuery } from "./folders";
import { useListed } from "./notes";
import { openSharesQuery, type Share } from "./shares";

const NONE: ReadonlySet<string> = new Set();
const known = new WeakMap<readonly Share[], ReadonlySet<string>>();

/** The ids of notes and folders that have one. The frame asks for the links; others look at what is known. */
export function usePublic(): ReadonlySet<string> {
  const shares = useQuery({ ...openSharesQuery, enabled: false }).data;
  return shares ? publicIn(shares) : NONE;
}

/** One set for each list, however many look into it. */
export function publicIn(shares: readonly Share[]): ReadonlySet<string> {
  const found = known.get(shares);
  if (found) return found;
  const shown = shares.filter(({ state, inTrash, frozenAt }) => state === "active" && !inTrash && frozenAt);
  const made = new Set(shown.map(({ noteId, folderId }) => noteId ?? folderId ?? ""));
  known.set(shares, made);
  return made;
}

/** The nearest folder around the note that is public as a whole. */
export function usePublicFolder(noteId: string): FolderBranch | null {
  const ids = usePublic();
  const parentId = useListed(noteId)?.parentId ?? null;
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
