const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const SLOWER_MS = 5_000;
const SLOWEST_MS = 60_000;

/** A code that waits for its owner's approval (RFC 8628). It is stored: no page has to stay open for it. */
export interface Pairing {
  address: string;
  deviceCode: string;
  userCode: string;
  endsAt: number;
  intervalMs: number;
  /** When the service may be asked next, in milliseconds. */
  nextAt: number;
  /** Why there will be no key, in the words of the standard. */
  error?: string;
}

export type Answer = { kind: "key"; key: string } | { kind: "pairing"; pairing: Pairing };

/** Ask for a code; `page` is where it is approved. Throws where the service cannot be reached, or is none. */
export async function start(
  address: string,
  deviceName: string,
  now: number,
): Promise<{ pairing: Pairing; page: string }> {
  const answer = await post(`${address}/api/auth/device/code`, {
    client_id: "notes-clipper",
    device_name: deviceName,
  });
  if (typeof answer.device_code !== "string") throw new Error(String(answer.error ?? "unknown"));
  const intervalMs = Number(answer.interval ?? 5) * 1000;
  const pairing = {
    address,
    deviceCode: answer.device_code,
    userCode: String(answer.user_code),
    endsAt: now + Number(answer.expires_in) * 1000,
    intervalMs,
    nextAt: now + intervalMs,
  };
  return { pairing, page: String(answer.verification_uri_complete ?? answer.verification_uri) };
}

/** Ask once whether somebody has decided. Without an answer, the next time is twice as far away. */
export async function askForKey(pairing: Pairing, now: number): Promise<Answer> {
  if (now >= pairing.endsAt) return ended(pairing, "expired_token");
  const fields = { grant_type: GRANT, client_id: "notes-clipper", device_code: pairing.deviceCode };
  const answer = await post(`${pairing.address}/api/auth/device/token`, fields).catch(() => undefined);
  if (typeof answer?.access_token === "string") return { kind: "key", key: answer.access_token };
  if (answer === undefined || typeof answer.error !== "string")
    return later(pairing, Math.min(SLOWEST_MS, 2 * pairing.intervalMs), now);
  if (answer.error === "slow_down") return later(pairing, pairing.intervalMs + SLOWER_MS, now);
  if (answer.error === "authorization_pending") return later(pairing, pairing.intervalMs, now);
  return ended(pairing, answer.error);
}

function later(pairing: Pairing, intervalMs: number, now: number): Answer {
  return { kind: "pairing", pairing: { ...pairing, intervalMs, nextAt: now + intervalMs } };
}

function ended(pairing: Pairing, error: string): Answer {
  return { kind: "pairing", pairing: { ...pairing, error } };
}

async function post(url: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    credentials: "omit",
    redirect: "error",
    signal: AbortSignal.timeout(30_000),
  });
  return (await response.json()) as Record<string, unknown>;
}
