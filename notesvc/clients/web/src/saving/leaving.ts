/** Signing out, which asks first where something is on this device only. */
import { leaving } from "../state/leaving";
import { signOut } from "../state/session";
import { leftBehind, localNotes } from "./drafts";
import { goUnasked } from "./lifecycle";
import { openDocuments, self } from "./open";

/** Milliseconds for sending what can be sent. */
const PATIENCE = 3_000;

/** Rejects where the service does not end the session. */
export async function leaveAccount(): Promise<void> {
  const count = await countUnsent();
  if (count === 0) await signOut();
  else leaving.ask(count);
}

/** The person means it: what was not sent stays for when they come back. */
export const leaveAllTheSame = (): Promise<void> => goUnasked(signOut);

/** Notes of which something was not sent, though it was tried. */
async function countUnsent(): Promise<number> {
  const sending = Promise.allSettled(openDocuments().map((document) => document.flush()));
  await Promise.race([sending, new Promise((give) => setTimeout(give, PATIENCE))]);
  const me = await self();
  const [drafts, local] = await Promise.all([leftBehind(me), localNotes(me.userId)]);
  const open = openDocuments().filter((document) => !document.isSettled);
  return new Set([
    ...open.map(({ id }) => id),
    ...drafts.map(({ noteId }) => noteId),
    ...local.map(({ local }) => local.noteId),
  ]).size;
}
