/** What the screen is like, followed as it changes. */
import { useSyncExternalStore } from "react";

export interface Media {
  /** False where there is no screen. */
  matches(): boolean;
  useMatches(): boolean;
}

export function mediaOf(query: string): Media {
  const list = globalThis.matchMedia?.(query);
  const matches = () => list?.matches ?? false;
  const subscribe = (tell: () => void) => {
    list?.addEventListener("change", tell);
    return () => list?.removeEventListener("change", tell);
  };
  return { matches, useMatches: () => useSyncExternalStore(subscribe, matches) };
}
