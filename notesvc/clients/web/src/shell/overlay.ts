/** What lies over the page: the palette, the palette that asks for a note to open beside, or the list of keys. */
import { useSyncExternalStore } from "react";

export type Overlay = "palette" | "beside" | "keys";

const listeners = new Set<() => void>();
let present: Overlay | null = null;

/** What was typed since the palette was asked for, whose code may be on its way. */
let ahead = "";
let end: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds: keys are held back no longer where its code does not come. */
const PATIENCE = 5_000;

function keep(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.isComposing || !(isText || event.key === "Backspace")) return;
  event.preventDefault();
  event.stopPropagation();
  ahead = isText ? ahead + event.key : ahead.slice(0, -1);
}

function show(what: Overlay | null): void {
  takeAhead();
  if (what === "palette" || what === "beside") {
    window.addEventListener("keydown", keep, true);
    end = setTimeout(takeAhead, PATIENCE);
  }
  present = what;
  for (const tell of listeners) tell();
}

function takeAhead(): string {
  clearTimeout(end);
  window.removeEventListener("keydown", keep, true);
  const taken = ahead;
  ahead = "";
  return taken;
}

export const overlay = {
  /** What the palette begins with, once its field has the focus. */
  takeAhead,
  open: (what: Overlay) => show(present === what ? null : what),
  close: () => show(null),
};

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => present,
  );
}
