/** What the user was told, and what they want to be told. */
import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";
import { client } from "./client";

export type Told = Schemas["NotificationShape"];
export type Wishes = Schemas["WishesShape"];
export type Watched = "note" | "folder" | "tag" | "person";

export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async ({ signal }): Promise<number> => {
    const params = { query: { limit: 1, unread: true } };
    return (await answer(api.GET("/api/notifications", { params, signal }))).unreadCount;
  },
  staleTime: 60_000,
});

export const toldQuery = infiniteQueryOptions({
  queryKey: ["notifications", "all"],
  queryFn: async ({ signal, pageParam }) => {
    const params = { query: { cursor: pageParam || undefined } };
    return answer(api.GET("/api/notifications", { params, signal }));
  },
  initialPageParam: "",
  getNextPageParam: (page: Schemas["NotificationList"]) => page.nextCursor,
});

/** Mark these as read, or all of them. */
export async function read(ids: string[] | null): Promise<void> {
  const body = ids === null ? { ids: null, all: true } : { ids, all: false };
  const { unreadCount } = await answer(api.POST("/api/notifications/read", { body }));
  client.setQueryData(unreadQuery.queryKey, unreadCount);
  void client.invalidateQueries({ queryKey: toldQuery.queryKey });
}

export const wishesQuery = queryOptions({
  queryKey: ["wishes"],
  queryFn: async ({ signal }): Promise<Wishes> =>
    answer(api.GET("/api/notifications/preferences", { signal })),
  staleTime: 60_000,
});

export const useWishes = () => useQuery(wishesQuery);

export const isWatched = (wishes: Wishes | undefined, kind: Watched, target: string): boolean =>
  wishes?.watched.some((each) => each.kind === kind && each.target === target) ?? false;

export async function watch(kind: Watched, target: string, isWanted: boolean): Promise<void> {
  const params = { path: { kind, target } };
  const at = "/api/notifications/watched/{kind}/{target}";
  await answer(isWanted ? api.PUT(at, { params }) : api.DELETE(at, { params }));
  await client.invalidateQueries({ queryKey: wishesQuery.queryKey });
}

export async function mute(noteId: string, isWanted: boolean): Promise<void> {
  const params = { path: { note_id: noteId } };
  const at = "/api/notifications/muted/{note_id}";
  await answer(isWanted ? api.PUT(at, { params }) : api.DELETE(at, { params }));
  await client.invalidateQueries({ queryKey: wishesQuery.queryKey });
}

export async function mail(kind: string, isWanted: boolean): Promise<void> {
  const body = { mail: { [kind]: isWanted } } as never;
  await answer(api.PATCH("/api/notifications/preferences", { body }));
  await client.invalidateQueries({ queryKey: wishesQuery.queryKey });
}
