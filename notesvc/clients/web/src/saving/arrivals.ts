/** Files on their way into notes: asked about before the page goes, and told of on the next visit if they never came. */
import { client } from "../state/client";
import { sessionQuery } from "../state/session";
import { tab, tabsThatWent } from "./tab";

export interface CutOff {
  /** The name under which it is known here. */
  id: string;
  userId: string;
  tab: string;
  noteId: string;
  /** The file's. */
  name: string;
  at: number;
}

const KEY = "notesvc.upload.";
/** Milliseconds: where the browser does not say which tabs live, a younger one may still be on its way in another. */
const FRESH = 15 * 60_000;
const underWay = new Set<string>();

export const isAnyUnderWay = (): boolean => underWay.size > 0;

export function begun(id: string, noteId: string, name: string): void {
  underWay.add(id);
  const userId = client.getQueryData(sessionQuery.queryKey)?.id ?? "";
  void tab.then((own) => {
    if (underWay.has(id)) write({ id, userId, tab: own, noteId, name, at: Date.now() });
  });
}

/** It is in the note, or nobody wants it any more. */
export function ended(id: string): void {
  underWay.delete(id);
  localStorage.removeItem(KEY + id);
}

export interface Looked {
  /** The user's files that a closed page took away with it, oldest first. */
  lost: CutOff[];
  /** Whether others are on their way in tabs that live, or have not been seen to end yet. */
  mayFollow: boolean;
}

export async function cutOff(userId: string): Promise<Looked> {
  const [hasGone, own] = await Promise.all([tabsThatWent(FRESH), tab]);
  const isLost = (file: CutOff) => (file.tab === own ? !underWay.has(file.id) : hasGone(file));
  const files = written().filter((file) => file.userId === userId);
  return {
    lost: files.filter(isLost).sort((one, other) => one.at - other.at),
    mayFollow: files.some((file) => file.tab !== own && !isLost(file)),
  };
}

function write(file: CutOff): void {
  try {
    localStorage.setItem(KEY + file.id, JSON.stringify(file));
  } catch {
    // No room: the browser has asked before the page went, and that has to do.
  }
}

function written(): CutOff[] {
  const found: CutOff[] = [];
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(KEY))) {
    try {
      found.push(JSON.parse(localStorage.getItem(name) ?? "") as CutOff);
    } catch {
      localStorage.removeItem(name);
    }
  }
  return found;
}
