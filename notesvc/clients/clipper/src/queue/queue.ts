import { TRIES, waitMs } from "./backoff.ts";
import { type Clip, hasPicturesLeft, isOpen, type Picture, type Reason } from "./clip.ts";
import type { Outcome } from "./outcome.ts";

/** What the queue stands on: the device's disk, the service, the clock. */
export interface Ground {
  now(): number;
  random(): number;
  isOnline(): boolean;
  /** The prefix of the stored key; null where there is none. */
  keyPrefix(): Promise<string | null>;
  all(): Promise<Clip[]>;
  put(clip: Clip): Promise<void>;
  send(clip: Clip): Promise<Outcome>;
  /** Has the bytes of a picture on disk, if they can be had. */
  gather(clip: Clip, picture: Picture): Promise<boolean>;
  sendPicture(clip: Clip, picture: Picture): Promise<Outcome>;
  /** The device's copy of the picture is not needed any more. */
  forget(picture: Picture): Promise<void>;
  wakeAt(time: number | null): Promise<void>;
}

const OFFLINE_MS = 15 * 60_000;

/** After the browser was closed nothing is being sent: whether it arrived, the same key will tell. */
export async function recover(ground: Ground): Promise<void> {
  for (const clip of await ground.all()) {
    if (clip.state === "sending") await ground.put({ ...clip, state: "waiting", nextTryAt: ground.now() });
  }
  await arm(ground);
}

/** Send what is due, one after the other, and have the browser wake us for the rest. */
export async function run(ground: Ground): Promise<void> {
  if (ground.isOnline() && (await ground.keyPrefix()) !== null) {
    for (const clip of due(await ground.all(), ground.now())) await advance(ground, clip);
  }
  await arm(ground);
}

/** What the user asks for: the tries begin anew. */
export function again(clip: Clip, now: number): Clip {
  const pictures = clip.pictures.map((each) =>
    each.state === "refused" ? { ...each, state: "waiting" as const, attempts: 0, reason: undefined } : each,
  );
  const state = clip.noteId === undefined ? "waiting" : "pictures";
  return { ...clip, pictures, state, attempts: 0, nextTryAt: now, reason: undefined };
}

/** With a new key, what waited for one is due. */
export async function release(ground: Ground): Promise<void> {
  for (const clip of await ground.all()) {
    if (isOpen(clip) && clip.reason?.kind === "key") await ground.put(again(clip, ground.now()));
  }
}

function due(clips: Clip[], now: number): Clip[] {
  return clips
    .filter((clip) => clip.state === "waiting" || clip.state === "pictures")
    .filter((clip) => clip.nextTryAt !== null && clip.nextTryAt <= now)
    .sort((one, other) => one.createdAt - other.createdAt);
}

async function advance(ground: Ground, clip: Clip): Promise<void> {
  const prefix = await ground.keyPrefix();
  if (prefix === null) return;
  let now = clip;
  if (clip.state === "waiting" || clip.keptWith !== prefix) {
    now = await sendText(ground, clip, prefix);
  }
  if (now.state === "pictures") await sendPictures(ground, now);
}

/** The text first. A key that the service does not know as the clip's own repeats it, which makes nothing anew. */
async function sendText(ground: Ground, clip: Clip, prefix: string): Promise<Clip> {
  const trying: Clip = { ...clip, state: "sending", attempts: clip.attempts + 1 };
  await ground.put(trying);
  const outcome = await ground.send(trying);
  const next =
    outcome.kind === "sent"
      ? afterArrival(trying, outcome.answer, prefix, ground.now())
      : afterFailure(ground, trying, outcome);
  await ground.put(next);
  return next;
}

function afterArrival(clip: Clip, answer: Record<string, unknown>, prefix: string, now: number): Clip {
  const noteId = String(answer.id);
  const warnings = Array.isArray(answer.warnings) ? answer.warnings.map(String) : [];
  const sent = { ...clip, noteId, warnings, keptWith: prefix, attempts: 0, reason: undefined };
  return hasPicturesLeft(clip)
    ? { ...sent, state: "pictures", nextTryAt: now }
    : { ...sent, state: "done", nextTryAt: null, delivery: withoutText(clip) };
}

/** What is there need not lie here too. */
function withoutText(clip: Clip): Clip["delivery"] {
  const { delivery } = clip;
  if (delivery.kind === "append") return { ...delivery, body: { ...delivery.body, markdown: "" } };
  return { ...delivery, body: {} };
}

function afterFailure(ground: Ground, clip: Clip, outcome: Exclude<Outcome, { kind: "sent" }>): Clip {
  const { reason } = outcome;
  const open = clip.noteId === undefined ? "waiting" : "pictures";
  if (outcome.kind === "noKey") return { ...clip, state: open, attempts: 0, nextTryAt: null, reason };
  if (outcome.kind === "refused") return { ...clip, state: "refused", nextTryAt: null, reason };
  if (clip.attempts >= TRIES) {
    return { ...clip, state: "refused", nextTryAt: null, reason: { ...reason, kind: "tries" } };
  }
  const nextTryAt = ground.now() + waitMs(clip.attempts, outcome.afterMs, ground.random());
  return { ...clip, state: open, nextTryAt, reason };
}

async function sendPictures(ground: Ground, clip: Clip): Promise<void> {
  let now = clip;
  for (const picture of clip.pictures) {
    const { next, outcome } = await sendOne(ground, now, picture);
    now = next;
    await ground.put(now);
    if (outcome && (outcome.kind === "retry" || outcome.kind === "noKey")) {
      await ground.put(afterPause(ground, now, picture.id, outcome));
      return;
    }
  }
  const isRefused = now.pictures.some((each) => each.state === "refused");
  const delivery = isRefused ? now.delivery : withoutText(now);
  await ground.put({ ...now, state: isRefused ? "refused" : "done", nextTryAt: null, delivery });
}

async function sendOne(
  ground: Ground,
  clip: Clip,
  picture: Picture,
): Promise<{ next: Clip; outcome?: Outcome }> {
  if (picture.state !== "wanted" && picture.state !== "waiting") return { next: clip };
  if (picture.state === "wanted" && !(await ground.gather(clip, picture))) {
    return { next: withPicture(clip, { ...picture, state: "remote" }) };
  }
  const trying: Picture = { ...picture, state: "waiting", attempts: picture.attempts + 1 };
  const outcome = await ground.sendPicture(clip, trying);
  if (outcome.kind === "sent") {
    await ground.forget(picture);
    return { next: withPicture(clip, { ...trying, state: "done" }), outcome };
  }
  const isOver = outcome.kind === "refused" || (outcome.kind === "retry" && trying.attempts >= TRIES);
  const attempts = outcome.kind === "noKey" ? 0 : trying.attempts;
  const reason: Reason = outcome.reason;
  const next = withPicture(clip, { ...trying, attempts, reason, state: isOver ? "refused" : "waiting" });
  return { next, outcome: isOver ? undefined : outcome };
}

/** The round ends: what is wrong is not this picture's fault. */
function afterPause(ground: Ground, clip: Clip, id: string, outcome: Outcome): Clip {
  const tries = clip.pictures.find((each) => each.id === id)?.attempts ?? 1;
  if (outcome.kind !== "retry") {
    return { ...clip, nextTryAt: null, reason: outcome.kind === "noKey" ? outcome.reason : clip.reason };
  }
  const nextTryAt = ground.now() + waitMs(tries, outcome.afterMs, ground.random());
  return { ...clip, nextTryAt, reason: outcome.reason };
}

function withPicture(clip: Clip, picture: Picture): Clip {
  return { ...clip, pictures: clip.pictures.map((each) => (each.id === picture.id ? picture : each)) };
}

async function arm(ground: Ground): Promise<void> {
  const times = (await ground.all()).filter(isOpen).flatMap((clip) => clip.nextTryAt ?? []);
  if (times.length === 0 || (await ground.keyPrefix()) === null) return ground.wakeAt(null);
  const soonest = Math.min(...times);
  await ground.wakeAt(ground.isOnline() ? soonest : Math.max(soonest, ground.now() + OFFLINE_MS));
}
