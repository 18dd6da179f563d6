import type { Clip, Picture } from "../queue/clip.ts";
import { type Outcome, outcomeOf, outcomeOfFailure } from "../queue/outcome.ts";
import type { Connection } from "../store/settings.ts";

/** One request with the key; an answer that leads elsewhere is not followed: the key is for this address alone. */
export async function call(
  connection: Pick<Connection, "address" | "key">,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${connection.key}`);
  const deadline = AbortSignal.timeout(init.body instanceof FormData ? 120_000 : 30_000);
  return fetch(`${connection.address}/api/sync/${path}`, {
    ...init,
    headers,
    redirect: "manual",
    credentials: "omit",
    cache: "no-store",
    signal: deadline,
  });
}

export async function ask(request: () => Promise<Response>): Promise<Outcome> {
  try {
    return await outcomeOf(await request());
  } catch (error) {
    return outcomeOfFailure(error);
  }
}

export function sendText(connection: Connection, clip: Clip): Promise<Outcome> {
  const body = JSON.stringify(clip.delivery.body);
  const headers = { "Content-Type": "application/json", "Idempotency-Key": clip.id };
  return ask(() => call(connection, clip.delivery.kind, { method: "POST", body, headers }));
}

export function sendPicture(
  connection: Connection,
  clip: Clip,
  picture: Picture,
  bytes: Blob,
): Promise<Outcome> {
  const form = new FormData();
  form.set("noteId", String(clip.noteId));
  form.set("replaces", picture.address);
  form.set("file", bytes, picture.name);
  const headers = { "Idempotency-Key": picture.id };
  return ask(() => call(connection, "attachments", { method: "POST", body: form, headers }));
}

export interface FoundNote {
  id: string;
  name: string;
  path: string;
  updatedAt: string;
}

/** The notes that were kept from a page, or whose names hold some words; none where that cannot be asked. */
export async function lookUp(
  connection: Connection,
  what: { url: string } | { title: string },
): Promise<FoundNote[]> {
  const outcome = await ask(() => call(connection, `lookup?${new URLSearchParams(what)}`));
  return outcome.kind === "sent" ? (outcome.answer.notes as FoundNote[]) : [];
}
