import type { Outcome } from "../queue/outcome.ts";
import { type Connection, discardKey, read, write } from "../store/settings.ts";
import { ask, call } from "./calls.ts";

interface Verified {
  token: { name: string; canWrite: boolean; expiresAt: string | null };
  user: { name: string };
}

/** The address as it is asked: without what people copy along. Undefined for what is none. */
export function tidyAddress(written: string): string | undefined {
  const text = written.trim();
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
    return url.hostname.length > 0 ? url.origin : undefined;
  } catch {
    return undefined;
  }
}

/** Ask whether the key is good, and remember what it may do. A key that is refused is thrown away at once. */
export async function verify(connection: Connection, now: number): Promise<Outcome> {
  const outcome = await ask(() => call(connection, "verify"));
  if (outcome.kind === "noKey") await discardKey(connection.key);
  if (outcome.kind !== "sent") return outcome;
  const said = outcome.answer as unknown as Verified;
  if (said.token === undefined) return { kind: "retry", reason: { kind: "foreign" }, afterMs: 0 };
  const known = {
    ...connection,
    userName: said.user.name,
    keyName: said.token.name,
    canWrite: said.token.canWrite,
    expiresAt: said.token.expiresAt,
    checkedAt: now,
  };
  await write({ connection: known, address: connection.address });
  return outcome;
}

/** Check the stored key, as long as it is the one that is stored. */
export async function verifyStored(now: number): Promise<Outcome | undefined> {
  const { connection } = await read("connection");
  return connection ? verify(connection, now) : undefined;
}
