/** Which folders and nested tags are open on this device; remembered. */
import { useSyncExternalStore } from "react";

const KEY = "notesvc.tree.open";
const listeners = new Set<() => void>();
let present = read();

function read(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

export const opened = {
  get: () => present,
  set(ids: readonly string[], isOpen: boolean): void {
    const next = new Set(present);
    for (const id of ids) isOpen ? next.add(id) : next.delete(id);
    if (next.size === present.size && ids.every((id) => present.has(id) === isOpen)) return;
    present = next;
    localStorage.setItem(KEY, JSON.stringify([...next]));
    for (const tell of listeners) tell();
  },
  toggle: (id: string) => opened.set([id], !present.has(id)),
};

export function useOpened(): ReadonlySet<string> {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => present,
  );
}
