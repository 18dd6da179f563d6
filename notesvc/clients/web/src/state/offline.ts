/**
 * Lets the app open while the service is away: a worker of the browser keeps the files that the app is made of, and
 * what was read.
 */
import type { Note } from "../api";

const SETTLED = 15_000;

export function keepApp(): void {
  // Browsers offer it over https and on this machine only.
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.register("/sw.js").then(
    () => {
      void keepFiles();
      // Pieces that were fetched ahead are there by now.
      setTimeout(() => void keepFiles(), SETTLED);
    },
    () => {},
  );
}

/** The note as the service has acknowledged it: that is what can be read while the service is away. */
export function keepNote(note: Note, etag: string): void {
  if ("serviceWorker" in navigator)
    navigator.serviceWorker.controller?.postMessage({ saved: { note, etag } });
}

async function keepFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const keep = performance
    .getEntriesByType("resource")
    .map((entry) => entry.name)
    .filter(
      (name) => name.startsWith(`${location.origin}/assets/`) || name.startsWith(`${location.origin}/app/`),
    );
  active?.postMessage({ keep });
}
