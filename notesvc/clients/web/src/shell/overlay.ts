/** What lies over the page: the palette, the palette that asks for a note to open beside, or the list of keys. */
import { useSyncExternalStore } from "react";
import { isMac } from "./commands";

export type Overlay = "palette" | "beside" | "keys";

const listeners = new Set<() => void>();
let present: Overlay | null = null;

/** What Enter means there: alone, with Ctrl or ⌘, with Shift. */
export type How = "open" | "beside" | "create";
/** What was typed since the palette was asked for, whose code may be on its way, and how it was chosen then. */
export interface Ahead {
  text: string;
  how: How | null;
}

const NOTHING: Ahead = { text: "", how: null };
let ahead = NOTHING;
let end: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds: keys are held back no longer where its code does not come. */
const PATIENCE = 5_000;

export function howOf({
  shiftKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, "shiftKey" | "ctrlKey" | "metaKey">): How {
  if (shiftKey) return "create";
  return (isMac ? metaKey : ctrlKey) ? "beside" : "open";
}

function keep(event: KeyboardEvent): void {
  const { key } = event;
  const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.isComposing || !(isText || ["Backspace", "Enter", "Escape"].includes(key))) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === "Escape") overlay.close();
  else if (ahead.how !== null) return;
  else if (key === "Enter") ahead = { ...ahead, how: howOf(event) };
  else ahead = { text: isText ? ahead.text + key : ahead.text.slice(0, -1), how: null };
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

function takeAhead(): Ahead {
  clearTimeout(end);
  window.removeEventListener("keydown", keep, true);
  const taken = ahead;
  ahead = NOTHING;
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
