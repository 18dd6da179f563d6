/** Who is signed in. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { to } from "../addresses";
import { answer, api, isProblem, sessionBegan, type User } from "../api";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal, client, queryKey }): Promise<User | null> => {
    const known = client.getQueryData<User | null>(queryKey) ?? null;
    try {
      const { user } = await answer(api.GET("/api/auth/session", { signal }));
      // Somebody else signed in in another tab: what this page holds is not theirs.
      if (known !== null && known.id !== user.id) location.assign("/");
      return user;
    } catch (error) {
      if (!isProblem(error, 401)) throw error;
      // Who was here may have unsaved words on the page: they sign in again in place.
      if (known !== null) signedOut();
      return known;
    }
  },
  staleTime: 5 * 60_000,
});

/** The signed-in user; null for nobody, undefined while that is not known. */
export function useUser(): User | null | undefined {
  return useQuery(sessionQuery).data;
}

/** End this session, and leave nothing of it on the page. */
export async function signOut(): Promise<void> {
  await answer(api.POST("/api/auth/logout"));
  location.assign(to.signIn());
}

type Listener = (isSignedOut: boolean) => void;
const listeners = new Set<Listener>();
let isOut = false;

/** A request was answered with 401: the session has ended while the app was open. Nothing on the page is lost. */
export function signedOut(): void {
  tell(true);
}

/** Somebody signed in again in place. */
export function signedIn(): void {
  sessionBegan();
  tell(false);
}

function tell(out: boolean): void {
  if (isOut === out) return;
  isOut = out;
  for (const listener of listeners) listener(out);
}

export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isSignedOut = (): boolean => isOut;
