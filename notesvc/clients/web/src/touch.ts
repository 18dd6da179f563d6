/** A screen that is used with fingers, and whether somebody has begun to. */
import { useSyncExternalStore } from "react";
import { mediaOf } from "./media";

const coarse = mediaOf("(pointer: coarse)");

export const isTouch = coarse.matches;
export const useIsTouch = coarse.useMatches;

// Reading aloud clicks and moves the focus without a pointer.
const SIGNS = ["pointerdown", "keydown", "click", "focusin"] as const;

// Before the app was there, too (index.html).
let isBegun = !isTouch() || window.firstPress !== undefined || window.hasScrolled === true;
const waiting = new Set<() => void>();

function begin(): void {
  isBegun = true;
  for (const sign of SIGNS) removeEventListener(sign, begin, true);
  for (const run of waiting) run();
  waiting.clear();
}
if (!isBegun) for (const sign of SIGNS) addEventListener(sign, begin, true);

/**
 * Run it when somebody has begun to use the page; the answer takes it back. A phone that only shows a page is spared what it
 * takes to work with it; with a mouse nothing waits, since all of it is there before the first press.
 */
export function whenBegun(run: () => void): () => void {
  if (isBegun) {
    run();
    return () => {};
  }
  waiting.add(run);
  return () => waiting.delete(run);
}

/** Whether that is so. */
export function useHasBegun(): boolean {
  return useSyncExternalStore(whenBegun, () => isBegun);
}
