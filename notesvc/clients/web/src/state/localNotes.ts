/** Notes that were made on this device and that the service does not have yet, as far as lists are about them. */
import { useSyncExternalStore } from "react";
import type { NoteMetadata } from "../api";

let notes: ReadonlyMap<string, NoteMetadata> = new Map();
const listeners = new Set<() => void>();

function become(next: ReadonlyMap<string, NoteMetadata>): void {
  notes = next;
  for (const tell of listeners) tell();
}

export const isLocal = (id: string): boolean => notes.has(id);

export const localIds = (): string[] => [...notes.keys()];

export function noteIsLocal(note: NoteMetadata): void {
  become(new Map([...notes, [note.id, note]]));
}

export function localNoteIsNamed(id: string, name: string): void {
  const note = notes.get(id);
  if (note && note.name !== name) noteIsLocal({ ...note, name });
}

export function noteIsMade(id: string): void {
  if (notes.has(id)) become(new Map([...notes].filter(([other]) => other !== id)));
}

/** What the service lists, and before it what it cannot know yet. */
export function withLocal(listed: NoteMetadata[]): NoteMetadata[] {
  if (notes.size === 0) return listed;
  const ids = new Set(listed.map(({ id }) => id));
  return [...[...notes.values()].filter(({ id }) => !ids.has(id)), ...listed];
}

/** The local notes, followed. */
export function useLocalNotes(): ReadonlyMap<string, NoteMetadata> {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => notes,
  );
}
