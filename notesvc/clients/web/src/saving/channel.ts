/** Tells the other tabs of this browser what was saved. */
import type { NoteSaved } from "../api";

export interface News {
  saved?: NoteSaved;
  /** Something has changed about the notes that are on this device only. */
  local?: true;
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("notesvc.notes");

export function tell(news: News): void {
  channel?.postMessage(news);
}

export function onNews(listener: (news: News) => void): () => void {
  const hear = (event: MessageEvent<News>) => listener(event.data);
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}
