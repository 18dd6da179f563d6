/** Which note or folder is being shared: the dialog can be asked for wherever one of them is named. */
import { useSyncExternalStore } from "react";
import type { Target } from "./shares";

export interface Shared extends Target {
  name: string;
  /** What of the dialog is shown first. */
  part: "people" | "link";
}

const listeners = new Set<() => void>();
let shown: Shared | null = null;
let focused: Element | null = null;

function show(what: Shared | null): void {
  shown = what;
  for (const tell of listeners) tell();
}

export const shareDialog = {
  open(what: Shared): void {
    focused = document.activeElement;
    show(what);
  },
  /** Closes it; what had the focus has it again. */
  close(): void {
    show(null);
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
      focused = null;
    });
  },
};

export const useShareDialog = (): Shared | null =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => shown,
  );
