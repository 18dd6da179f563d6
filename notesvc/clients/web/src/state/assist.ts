/** Asking for a proposal at a note: where that can be done, and what is being asked for. */
import { useSyncExternalStore } from "react";

export interface Asked {
  noteId: string;
  /** What is marked, or else the whole note; the whole note; the line with the caret. */
  scope: "marked" | "note" | "line";
  /** What is to be done; to be chosen where nothing is said. */
  action?: string;
  promptId?: string;
}

const listeners = new Set<() => void>();
const offered: string[] = [];
let present: Asked | null = null;

function set(asked: Asked | null): void {
  present = asked;
  for (const tell of listeners) tell();
}

export const assist = {
  open: (asked: Asked): void => set(asked),
  close: (): void => set(null),
  get: (): Asked | null => present,
  /** Proposals can be asked for at this note, until the answer is called. */
  offer(noteId: string): () => void {
    offered.push(noteId);
    return () => {
      offered.splice(offered.indexOf(noteId), 1);
      if (present?.noteId === noteId && !offered.includes(noteId)) set(null);
    };
  },
  isOffered: (noteId: string): boolean => offered.includes(noteId),
};

export function useAssist(): Asked | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => present,
  );
}
