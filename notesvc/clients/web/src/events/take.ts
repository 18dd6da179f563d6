/** Brings what happened elsewhere into this page: gathered for a moment, and only while somebody looks at it. */
import type { StreamEvent } from "./events";

/** Milliseconds; by then the answer to a write of this page's own has come as well. */
const GATHERED = 400;

let waiting: StreamEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let working: Promise<void> = Promise.resolve();

export function take(event: StreamEvent): void {
  waiting.push(event);
  soon();
}

/** What open notes need comes along, so it is fetched with the first event: not before a page is shown. */
async function bring(taken: StreamEvent[]): Promise<void> {
  const { refresh } = await import("./refresh");
  await refresh(taken);
}

function soon(): void {
  if (document.hidden || waiting.length === 0) return;
  timer ??= setTimeout(() => {
    timer = undefined;
    const taken = waiting;
    waiting = [];
    working = working.then(() => bring(taken)).catch(() => {});
  }, GATHERED);
}

document.addEventListener("visibilitychange", soon);
