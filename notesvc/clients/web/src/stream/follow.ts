/**
 * Follows the user's events. A browser has one stream, however many tabs: one tab holds a lock and the stream, and
 * tells the others; when it goes, the next one goes on from the last event that it was told.
 */

import { client } from "../state/client";
import { sessionQuery } from "../state/session";
import type { Told } from "./events";
import { Stream } from "./stream";
import { take } from "./take";

const NAME = "notesvc.events";

/** Take what happens from now on; the answer ends that. Without locks or channels (plain http) nothing is followed. */
export function follow(userId: string): () => void {
  if (!navigator.locks || typeof BroadcastChannel === "undefined") return () => {};
  const end = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let last = "";
  const hear = (told: Told) => {
    if (told.userId !== userId) return;
    last = told.id || last;
    take(told.event);
  };
  const tell: Tell = (id, event) => {
    const told = { userId, id, event };
    channel.postMessage(told);
    hear(told);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  const lead = () =>
    new Stream(
      () => last,
      tell,
      () => isStill(userId),
    ).run(end.signal);
  navigator.locks.request(`${NAME} ${userId}`, { signal: end.signal }, lead).catch(() => {});
  return () => {
    end.abort();
    channel.close();
  };
}

export type Tell = (id: string, event: Told["event"]) => void;

/** Whether the session is that user's still; who it is else is seen by the query itself. Throws where nobody answers. */
async function isStill(userId: string): Promise<boolean> {
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  return user?.id === userId;
}
