/** Today, as pages show it: they turn at midnight, and when they are seen again. */
import { useSyncExternalStore } from "react";
import { type Day, today } from "./days";

const QUIET = 60_000;
const listeners = new Set<() => void>();
let shown = today();
let typedAt = 0;
let timer: ReturnType<typeof setTimeout>;

export const useToday = (): Day => useSyncExternalStore(listen, present);

const present = (): Day => {
  if (listeners.size === 0) shown = today();
  return shown;
};

function listen(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  wait();
  window.addEventListener("focus", turn);
  document.addEventListener("visibilitychange", turn);
  document.addEventListener("input", noteTyping, true);
}

function stop(): void {
  clearTimeout(timer);
  window.removeEventListener("focus", turn);
  document.removeEventListener("visibilitychange", turn);
  document.removeEventListener("input", noteTyping, true);
}

function wait(): void {
  const midnight = new Date();
  midnight.setHours(24, 0, 0, 0);
  clearTimeout(timer);
  timer = setTimeout(turnOnceQuiet, midnight.getTime() - Date.now());
}

/** A page does not turn under the hands of those who type: a sentence belongs to the day that it began on. */
function turnOnceQuiet(): void {
  if (Date.now() - typedAt < QUIET) timer = setTimeout(turnOnceQuiet, QUIET);
  else turn();
}

function turn(): void {
  wait();
  if (shown === today()) return;
  shown = today();
  for (const listener of listeners) listener();
}

function noteTyping(): void {
  typedAt = Date.now();
}
