/**
 * Follows the user's events. A browser has one stream, however many tabs: one tab holds a lock and the stream, and
 * tells the others; when it goes, the next one goes on from the last event that it was told. Over plain http browsers
 * have no locks: there each tab has a stream of its own while somebody looks at it.
 */
import { client } from "../state/client";
import { sessionQuery } from "../state/session";
import type { Told } from "./events";
import { Stream } from "./stream";
import { take } from "./take";

const NAME = "notesvc.events";

/** Take what happens from now on; the answer ends that. */
export function follow(userId: string): () => void {
  const end = new AbortController();
  const channel = canShare() ? new BroadcastChannel(NAME) : null;
  let last = "";
  const hear = (told: Told) => {
    if (told.userId !== userId) return;
    last = told.id || last;
    take(told.event);
  };
  const tell: Tell = (id, event) => {
    const told = { userId, id, event };
    channel?.postMessage(told);
    hear(told);
  };
  const lead = (until: AbortSignal) =>
    new Stream(
      () => last,
      tell,
      () => isStill(userId),
    ).run(until);
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
    const name = `${NAME} ${userId}`;
    // A tab that joins others has missed what was told before it listened.
    void isHeld(name).then((isJoining) => isJoining && take({ type: "begun" }));
    navigator.locks.request(name, { signal: end.signal }, () => lead(end.signal)).catch(() => {});
  } else whileSeen(lead, end.signal);
  return () => {
    end.abort();
    channel?.close();
  };
}

const isHeld = async (name: string): Promise<boolean> =>
  (await navigator.locks.query()).held?.some((lock) => lock.name === name) ?? false;

const canShare = () => Boolean(navigator.locks) && typeof BroadcastChannel !== "undefined";

export type Tell = (id: string, event: Told["event"]) => void;

/** Whether the session is that user's still; who it is else is seen by the query itself. Throws where nobody answers. */
async function isStill(userId: string): Promise<boolean> {
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  return user?.id === userId;
}

/** Has something go on for as long as somebody looks at this tab. */
function whileSeen(run: (until: AbortSignal) => void, end: AbortSignal): void {
  let running: AbortController | null = null;
  const look = () => {
    if (document.hidden === (running === null)) return;
    running?.abort();
    running = document.hidden ? null : new AbortController();
    if (running) run(running.signal);
  };
  document.addEventListener("visibilitychange", look, { signal: end });
  end.addEventListener("abort", () => running?.abort());
  look();
}
