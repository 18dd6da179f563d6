/** What lies over the page: the palette, the palette that asks for a note to open beside, or the list of keys. */
import { useSyncExternalStore } from "react";

export type Overlay = "palette" | "beside" | "keys";

const listeners = new Set<() => void>();
let present: Overlay | null = null;

function show(what: Overlay | null): void {
  present = what;
  for (const tell of listeners) tell();
}

export const overlay = {
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
