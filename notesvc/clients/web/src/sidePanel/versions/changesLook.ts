/** How changes are shown on this device: as the note is read, or in its source. */
import { useSyncExternalStore } from "react";

export type ChangesLook = "rendered" | "source";

const KEY = "notesvc.changes";
const listeners = new Set<() => void>();
let present = read();

function read(): ChangesLook {
  try {
    return localStorage.getItem(KEY) === "source" ? "source" : "rendered";
  } catch {
    return "rendered";
  }
}

export function rememberChangesLook(look: ChangesLook): void {
  present = look;
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // It holds for as long as the page is there.
  }
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useChangesLook = (): ChangesLook => useSyncExternalStore(listen, () => present);
