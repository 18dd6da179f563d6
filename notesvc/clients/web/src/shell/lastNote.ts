/** Which note was open last on this device today: the app opens with it. A day begins at home. */
import { noteWasOpened } from "../state/recents";

const KEY = "notesvc.last";
let hasShown = false;

export function lastNote(): string | null {
  const [id = "", day] = (localStorage.getItem(KEY) ?? "").split(" on ");
  return day === today() ? id : null;
}

/** Whether this is the first page since the app was opened; whoever goes to the start later wants to see it. */
export function isOpening(): boolean {
  return !hasShown;
}

export function keepLastNote(path: string): void {
  const id = /^\/notes\/([^/]+)/.exec(path)?.[1];
  if (id) {
    localStorage.setItem(KEY, `${id} on ${today()}`);
    noteWasOpened(id);
  }
  if (path !== "/") hasShown = true;
}

const today = (): string => new Date().toDateString();
