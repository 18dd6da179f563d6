import { browser } from "../browser.ts";
import { askForKey } from "../service/device.ts";
import { verify } from "../service/verify.ts";
import { read, write } from "../store/settings.ts";

export const PAIRING_ALARM = "pairing";

let timer: ReturnType<typeof setTimeout> | undefined;

/** Ask for the key that somebody was asked to approve, when it is time; answers whether it came. */
export async function pollForKey(now: number, again: () => void): Promise<boolean> {
  const { pairing } = await read("pairing");
  if (!pairing || pairing.error) return false;
  if (now < pairing.nextAt) return waitUntil(pairing.nextAt, again);
  const answer = await askForKey(pairing, now);
  if ((await read("pairing")).pairing?.deviceCode !== pairing.deviceCode) return false;
  if (answer.kind === "pairing") {
    await write({ pairing: answer.pairing });
    return answer.pairing.error ? false : waitUntil(answer.pairing.nextAt, again);
  }
  // The key is shown once: it is on disk before anything else is asked.
  const connection = { address: pairing.address, key: answer.key };
  await write({ connection, address: pairing.address, pairing: null });
  await verify(connection, now);
  return true;
}

/** Alarms come half a minute apart at best, but outlive this worker. */
async function waitUntil(time: number, again: () => void): Promise<false> {
  clearTimeout(timer);
  timer = setTimeout(again, time - Date.now());
  await browser.alarms.create(PAIRING_ALARM, { when: time });
  return false;
}
