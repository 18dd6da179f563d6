/** An open note for a component: followed while it is shown. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { OpenNote } from "./document";
import { watchLifecycle } from "./lifecycle";
import type { NoteDocument } from "./noteDocument";
import type { Snapshot } from "./noteState";
import { documentOf, hold } from "./open";

/** The document itself, for what only the note's own page does with it, and what it shows now. */
export function useNoteDocument(noteId: string): { document: NoteDocument; view: Snapshot } {
  watchLifecycle();
  const document = documentOf(noteId);
  useEffect(() => hold(noteId), [noteId]);
  const view = useSyncExternalStore(document.subscribe, () => document.snapshot);
  return { document, view };
}

/** As `useNoteDocument`, of a note that may not be made yet. */
export function useNoteDocumentOnceMade(
  noteId: string | null,
): { document: NoteDocument; view: Snapshot } | null {
  watchLifecycle();
  const document = noteId === null ? null : documentOf(noteId);
  useEffect(() => (noteId === null ? undefined : hold(noteId)), [noteId]);
  const view = useSyncExternalStore(document?.subscribe ?? never, () => document?.snapshot ?? null);
  return document && view && { document, view };
}

const never = () => () => {};

export function useOpenNote(noteId: string): OpenNote {
  const { document, view } = useNoteDocument(noteId);
  return useMemo(
    () => ({
      note: view.note,
      problem: view.problem,
      state: view.state,
      generation: view.generation,
      surface: view.surface,
      edit: (change) => document.edit(change),
      flush: (reason) => document.flush(reason),
      reload: () => document.reload(),
    }),
    [document, view],
  );
}
