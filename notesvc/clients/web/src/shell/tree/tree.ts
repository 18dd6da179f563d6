/** The workspace as a tree: what the service has of folders and notes. */
import type { FolderBranch, NoteMetadata, Schemas } from "../../api";
import { client } from "../../state/client";
import { entriesQuery, useEntries } from "../../state/entries";
import { foldersQuery, useFolders } from "../../state/folders";
import { notesQuery, useNotes } from "../../state/notes";
import { type Shape, shapeOf } from "./rows";

export interface TreeContent {
  shape: Shape;
  isLoading: boolean;
  problem: unknown;
  retry: () => void;
}

type Entries = readonly Schemas["Entry"][];
const NONE: never[] = [];

/** The tree, the same object for all who ask until something in it is another. */
export function useShape(): Shape {
  return latest(useFolders().data ?? NONE, useNotes().data ?? NONE, useEntries().data ?? NONE);
}

/** The tree as far as it is known now, for what is done once: nothing is drawn anew when it changes. */
export function presentShape(): Shape {
  const [folders, notes] = [
    client.getQueryData(foldersQuery.queryKey),
    client.getQueryData(notesQuery.queryKey),
  ];
  return latest(folders ?? NONE, notes ?? NONE, client.getQueryData(entriesQuery.queryKey) ?? NONE);
}

/** Have it read, for what opens later. */
export function readTree(): void {
  void client.prefetchQuery(foldersQuery);
  void client.prefetchQuery(notesQuery);
  void client.prefetchQuery(entriesQuery);
}

let known: { folders: unknown; notes: unknown; entries: unknown; shape: Shape } | null = null;

function latest(folders: readonly FolderBranch[], notes: readonly NoteMetadata[], entries: Entries): Shape {
  if (known?.folders === folders && known.notes === notes && known.entries === entries) return known.shape;
  const days = new Set(entries.map((entry) => entry.note.id));
  known = { folders, notes, entries, shape: shapeOf(folders, notes, days) };
  return known.shape;
}

export function useTreeContent(): TreeContent {
  const shape = useShape();
  const [notes, folders] = [useNotes(), useFolders()];
  const entries = useEntries();
  return {
    shape,
    // Journal entries would stand at the top for a moment if they were not waited for.
    isLoading: notes.isPending || folders.isPending || entries.isPending,
    problem: (notes.data ? null : notes.error) ?? (folders.data ? null : folders.error),
    retry: () => {
      void notes.refetch();
      void folders.refetch();
    },
  };
}
