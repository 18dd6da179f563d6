/** When the first page is shown and nothing more is being asked for: what only might be needed begins then. */
import { startTransition, useEffect, useState } from "react";
import { client } from "../state/client";
import { isTouch, whenBegun } from "../touch";
import { whenIdle } from "../ui/idle";

const AGAIN = 300;
const AT_LATEST = 4_000;
/** Where the service does not answer, questions stay open for long. */
const MOST = 10_000;

/** Run it when the app is at rest; the answer takes it back. */
export function whenAppIdle(run: () => void): () => void {
  const begun = performance.now();
  let takeBack = () => {};
  const isAtRest = () => client.isFetching() === 0 || performance.now() - begun > MOST;
  const look = () => {
    takeBack = whenIdle(() => (isAtRest() ? run() : wait()), AT_LATEST);
  };
  const wait = () => {
    const timer = setTimeout(look, AGAIN);
    takeBack = () => clearTimeout(timer);
  };
  look();
  return () => takeBack();
}

/** Whether the app has been at rest since the component is shown; what is rendered then lets the page answer meanwhile. */
export function useAppIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenAppIdle(() => startTransition(() => setIdle(true))), []);
  return isIdle;
}

type Fetch = () => Promise<unknown>;

let hasBegun = false;

/**
 * Fetches what will most likely be needed next, a piece at a time, whenever the app is at rest. On a touch screen the pieces
 * do not run before somebody has begun to use the page.
 */
export function preload(pieces: readonly Fetch[]): void {
  const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (hasBegun || saveData) return;
  hasBegun = true;
  const next = [...pieces];
  const step = () => {
    const fetchIt = next.shift();
    // A piece that cannot be fetched now is fetched when it is needed, which says so.
    if (fetchIt)
      void fetchIt().then(
        () => whenAppIdle(step),
        () => {},
      );
  };
  const begin = () => whenBegun(() => whenAppIdle(step));
  setTimeout(() => {
    if (isTouch()) whenAppIdle(() => void fetchFiles().then(begin, begin));
    else begin();
  }, 1_000);
}

/** The files of all pieces (builtPages.ts) without running them, for a page that is without its service later. */
async function fetchFiles(): Promise<void> {
  const options = { priority: "low" } as const;
  const files: string[] = await (await fetch("/app/ahead.json", options)).json();
  for (const file of files) await (await fetch(file, options)).blob();
}
