/** Which note was open last on this device: the app opens with it. */
import { noteWasOpened } from "../state/recents";

const KEY = "notesvc.last";
let hasShown = false;

export function lastNote(): string | null {
  return localStorage.getItem(KEY);
}

/** Whether this is the first page since the app was opened; whoever goes to the start later wants to see it. */
export function isOpening(): boolean {
  return !hasShown;
}

export function keepLastNote(path: string): void {
  const id = /^\/notes\/([^/]+)/.exec(path)?.[1];
  if (id) {
    localStorage.setItem(KEY, id);
    noteWasOpened(id);
  }
  if (path !== "/") hasShown = true;
}
