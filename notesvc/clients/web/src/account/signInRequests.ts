/** Coming in and going out: what the service is asked, and what this page then knows. */
import { answer, api, isProblem, type User } from "../api";
import { client } from "../state/client";
import { sessionQuery, signedIn } from "../state/session";
import { showRestoredNotice } from "./restoredNotice";

/** Sign in; who that is afterwards. */
export async function signIn(email: string, password: string, code = ""): Promise<User> {
  const body = { email: email.trim(), password, code: code.trim() || null };
  const { user, broughtBack } = await answer(api.POST("/api/auth/login", { body }));
  if (broughtBack) showRestoredNotice();
  return user;
}

/** Finish a sign-in through a provider; who that is afterwards. */
export async function signInWithCode(code: string): Promise<User> {
  const body = { code: code.trim() };
  const { user, broughtBack } = await answer(api.POST("/api/auth/login/code", { body }));
  if (broughtBack) showRestoredNotice();
  return user;
}

/** Whether signing in wants a code of the authenticator app, or another one than it was given. */
export const isCodeWanted = (error: unknown): boolean => isProblem(error, "second_factor_required");

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  invite?: string;
}

/**
 * Make an account. `mailed` where a link in a mail makes it; null where nobody is signed in afterwards: the address
 * may have an account already.
 */
export async function register(account: NewAccount): Promise<User | "mailed" | null> {
  const { name, email, password, invite } = account;
  const body = {
    name: name.trim(),
    email: email.trim(),
    password,
    handle: null,
    invite: invite?.trim() || null,
  };
  const { confirm } = await answer(api.POST("/api/auth/register", { body }));
  if (confirm) return "mailed";
  return client.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Somebody else's pages may be in the cache: forget all, then know this user. */
export function enter(user: User): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
  client.setQueryData(sessionQuery.queryKey, user);
  signedIn();
}
