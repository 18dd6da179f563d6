/** Keys of the sync interface: what the service knows of them, and what may be asked of it. */
import { infiniteQueryOptions, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api";
import { client } from "../../state/client";
import { withStepUp } from "../../state/proof";

export type Key = Schemas["TokenSummary"];
export type KeyEvent = Schemas["EventShape"];
export type KeyWithSecret = { token: Key; secret: string | null };
export type Expiry = "30" | "90" | "never";

export const MOST_ACTIVE = 20;
const DAY = 86_400_000;

const keysQuery = queryOptions({
  queryKey: ["sync-keys"],
  queryFn: async ({ signal }): Promise<Key[]> =>
    (await answer(api.GET("/api/sync/tokens", { signal }))).tokens,
});

export const useKeys = () => useQuery(keysQuery);

export const activityQuery = (tokenId: string) =>
  infiniteQueryOptions({
    queryKey: ["sync-keys", tokenId, "activity"],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/sync/activity", {
          params: { query: { tokenId, limit: 50, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });

const reread = () => client.invalidateQueries({ queryKey: keysQuery.queryKey });

export interface NewKey {
  name: string;
  canWrite: boolean;
  expiry: Expiry;
}

export const useMakeKey = () =>
  useMutation({
    mutationFn: ({ name, canWrite, expiry }: NewKey): Promise<KeyWithSecret> =>
      withStepUp(() =>
        answer(
          api.POST("/api/sync/tokens", {
            body: { name: name.trim(), canWrite, expiresAt: momentOf(expiry, Date.now()) },
          }),
        ),
      ),
    onSettled: reread,
  });

export const useRotateKey = () =>
  useMutation({
    mutationFn: (key: Key): Promise<KeyWithSecret> =>
      withStepUp(() =>
        answer(api.POST("/api/sync/tokens/{token_id}/rotate", { params: { path: { token_id: key.id } } })),
      ),
    onSettled: reread,
  });

export const useRevokeKey = () =>
  useMutation({
    mutationFn: (key: Key) =>
      answer(api.DELETE("/api/sync/tokens/{token_id}", { params: { path: { token_id: key.id } } })),
    onSettled: reread,
  });

export const useRevokeAllKeys = () =>
  useMutation({ mutationFn: () => answer(api.DELETE("/api/sync/tokens")), onSettled: reread });

/** When a key of this choice ends, as the service wants it; null for never. */
export function momentOf(expiry: Expiry, now: number): string | null {
  return expiry === "never" ? null : new Date(now + Number(expiry) * DAY).toISOString();
}

/** What its scopes let the key do, in one word of the catalogue. */
export function rightsOf(scopes: string[]): "read" | "readWrite" | "write" {
  if (!scopes.includes("sync:write")) return "read";
  return scopes.includes("sync:read") ? "readWrite" : "write";
}

/** A clip made with curl at this service, with a line for each part. */
export function exampleAt(origin: string): string {
  return [
    `curl ${origin}/api/sync/capture \\`,
    `  -H "Authorization: Bearer svc_sync_…" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"title": "A thought", "markdown": "Kept from the terminal"}'`,
  ].join("\n");
}
