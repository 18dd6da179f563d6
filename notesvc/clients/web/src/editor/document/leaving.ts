/** Nothing stays held back when the person turns to something else. */
import type { Pending } from "./pending";

/** Flush when the focus leaves the place, the page is hidden or left; returns how to stop that. */
export function flushWhenLeft(place: HTMLElement, pending: Pending): () => void {
  const flush = () => pending.flush();
  const onHidden = () => document.visibilityState === "hidden" && pending.flush();
  place.addEventListener("focusout", flush);
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", onHidden);
  return () => {
    place.removeEventListener("focusout", flush);
    removeEventListener("pagehide", flush);
    document.removeEventListener("visibilitychange", onHidden);
  };
}
