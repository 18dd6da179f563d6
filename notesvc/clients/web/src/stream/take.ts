/** Brings what happened elsewhere into this page: gathered for a moment, and only while somebody looks at it. */
import type { StreamEvent } from "./events";
import { refresh } from "./refresh";

/** Milliseconds; by then the answer to a write of this page's own has come as well. */
const GATHERED = 400;

let waiting: StreamEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let working: Promise<void> = Promise.resolve();

export function take(event: StreamEvent): void {
  waiting.push(event);
  soon();
}

function soon(): void {
  if (document.hidden || waiting.length === 0) return;
  timer ??= setTimeout(() => {
    timer = undefined;
    const taken = waiting;
    waiting = [];
    working = working.then(() => refresh(taken)).catch(() => {});
  }, GATHERED);
}

document.addEventListener("visibilitychange", soon);
