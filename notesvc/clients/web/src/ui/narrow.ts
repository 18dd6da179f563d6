/** Whether the screen is too narrow for a sidebar beside the page. */
import { useSyncExternalStore } from "react";

const narrow = window.matchMedia?.("(max-width: 48rem)");

export const isNarrow = (): boolean => narrow?.matches ?? false;

export function useIsNarrow(): boolean {
  return useSyncExternalStore((tell) => {
    narrow?.addEventListener("change", tell);
    return () => narrow?.removeEventListener("change", tell);
  }, isNarrow);
}

const coarse = window.matchMedia?.("(pointer: coarse)");

/** Height of a row in the sidebar, in pixels: what `--row` is there. */
export function useRowHeight(): number {
  const isCoarse = useSyncExternalStore(
    (tell) => {
      coarse?.addEventListener("change", tell);
      return () => coarse?.removeEventListener("change", tell);
    },
    () => coarse?.matches ?? false,
  );
  return isCoarse ? 44 : 28;
}
