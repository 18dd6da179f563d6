/** The account's language: what was chosen here is kept on this device until the service has taken it. */
import { answer, api, isProblem, Problem, type Schemas } from "../api";
import type { Language } from "../i18n";
import { client } from "./client";
import { sessionQuery } from "./session";

let sending: Promise<void> = Promise.resolve();

const nameOf = (userId: string) => `notesvc.language.${userId}`;

/** Tell the account. Throws Problem; where a later try may do, `sendLanguage` is that, and the last choice is sent. */
export function chooseLanguage(userId: string, language: Language): Promise<void> {
  localStorage.setItem(nameOf(userId), language);
  return sendLanguage(userId);
}

/** Send what was chosen and not taken yet, one after the other. */
export function sendLanguage(userId: string): Promise<void> {
  sending = sending.catch(() => {}).then(() => send(userId));
  return sending;
}

/** Whether it is sent later by itself. */
export const isSentLater = (error: unknown): boolean =>
  isProblem(error, 401) || (error instanceof Problem && error.isPassing);

async function send(userId: string): Promise<void> {
  const language = localStorage.getItem(nameOf(userId)) as Language | null;
  if (language === null) return;
  try {
    await answer(api.PATCH("/api/account/profile", { body: { language } as Schemas["ProfileChange"] }));
  } catch (error) {
    if (!isSentLater(error)) forget(userId, language);
    throw error;
  }
  forget(userId, language);
  client.setQueryData(sessionQuery.queryKey, (user) => (user ? { ...user, language } : user));
  void client.invalidateQueries({ queryKey: ["profile"] });
}

/** Unless another one was chosen meanwhile. */
function forget(userId: string, language: Language): void {
  if (localStorage.getItem(nameOf(userId)) === language) localStorage.removeItem(nameOf(userId));
}
