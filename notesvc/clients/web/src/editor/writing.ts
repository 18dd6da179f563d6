/** How one writes on this device: kept here, not on the service, because screens differ. */
import { useSyncExternalStore } from "react";

export interface Writing {
  /** Markdown with its signs stepped back, or as it is stored and nothing else. */
  markdown: "preview" | "plain";
  /** All but the paragraph with the caret steps back. */
  isFocused: boolean;
  /** The line with the caret stays at the middle. */
  isTypewriter: boolean;
}

const KEY = "notesvc.writing";
const USUAL: Writing = { markdown: "preview", isFocused: false, isTypewriter: false };
const listeners = new Set<() => void>();
let present = read();

function read(): Writing {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Writing>) };
  } catch {
    return USUAL;
  }
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const writing = {
  get: (): Writing => present,
  listen,
  change(some: Partial<Writing>): void {
    present = { ...present, ...some };
    try {
      localStorage.setItem(KEY, JSON.stringify(present));
    } catch {
      // It holds for as long as the page is there.
    }
    for (const tell of listeners) tell();
  },
};

export const useWriting = (): Writing => useSyncExternalStore(listen, () => present);
