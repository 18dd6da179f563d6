import { browser } from "../browser.ts";
import { pictureFromTab } from "../page/tab.ts";
import type { Clip, Picture } from "../queue/clip.ts";
import type { Outcome } from "../queue/outcome.ts";
import type { Ground } from "../queue/queue.ts";
import { sendPicture, sendText } from "../service/calls.ts";
import * as database from "../store/database.ts";
import { discardKey, prefixOf, read } from "../store/settings.ts";

export const ALARM = "queue";
const NO_KEY: Outcome = { kind: "noKey", reason: { kind: "key" } };

/** The queue as it runs in the browser. */
export const ground: Ground = {
  now: () => Date.now(),
  random: () => Math.random(),
  isOnline: () => navigator.onLine,
  keyPrefix: async () => {
    const { connection } = await read("connection");
    return connection ? prefixOf(connection.key) : null;
  },
  all: database.all,
  put: database.put,
  send: (clip) => withKey((connection) => sendText(connection, clip)),
  gather,
  sendPicture: (clip, picture) =>
    withKey(async (connection) => {
      const bytes = await database.bytesOf(picture.id);
      if (!bytes) return { kind: "refused", reason: { kind: "refused", detail: "gone" } };
      return sendPicture(connection, clip, picture, bytes);
    }),
  forget: (picture) => database.forgetBytes(picture.id),
  wakeAt: async (time) => {
    if (time === null) await browser.alarms.clear(ALARM);
    else await browser.alarms.create(ALARM, { when: Math.max(time, Date.now() + 500) });
  },
};

type Ask = (connection: NonNullable<Awaited<ReturnType<typeof connected>>>) => Promise<Outcome>;

async function connected() {
  return (await read("connection")).connection;
}

/** One request with the key that is stored now; refused, exactly that key is thrown away. */
async function withKey(ask: Ask): Promise<Outcome> {
  const connection = await connected();
  if (!connection) return NO_KEY;
  const outcome = await ask(connection);
  if (outcome.kind === "noKey") await discardKey(connection.key);
  return outcome;
}

/** From the page that was clipped, which sees what its reader sees; else from the picture's own address. */
async function gather(clip: Clip, picture: Picture): Promise<boolean> {
  const fromPage = clip.tabId === undefined ? undefined : await pictureFromTab(clip.tabId, picture.address);
  const bytes = fromPage ?? (await fromAddress(picture.address));
  if (!bytes) return false;
  await database.putBytes(picture.id, bytes);
  return true;
}

async function fromAddress(address: string): Promise<Blob | undefined> {
  try {
    const response = await fetch(address, { credentials: "omit", signal: AbortSignal.timeout(30_000) });
    const blob = await response.blob();
    return response.ok && blob.type.startsWith("image/") ? blob : undefined;
  } catch {
    return undefined;
  }
}
