/** Public links of the user: what the service knows of them, and what may be asked of it. */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";
import { client } from "./client";

export type Share = Schemas["ShareShape"];
export type ShareState = Share["state"];
export type ShareFields = Schemas["ShareFields"];
export type DayOfViews = Schemas["DayOfViews"];
/** What a public link is made of. */
export interface Target {
  kind: "note" | "folder";
  id: string;
}

/** The most that the service gives at once. */
const PAGE = 200;
const FREEZING_MS = 1_000;
const OF_NOTE = "/api/workspace/notes/{note_id}/shares";
const OF_FOLDER = "/api/workspace/folders/{folder_id}/shares";
const ONE = "/api/workspace/shares/{share_id}";

/** A freeze that is under way is looked at until it is done. */
const whileFreezing = (shares: readonly Share[] | undefined) =>
  shares?.some(({ freezing }) => freezing !== null) ? FREEZING_MS : false;

async function pages(state: ShareState | undefined, signal: AbortSignal): Promise<Share[]> {
  const all: Share[] = [];
  let cursor: string | undefined;
  do {
    const params = { query: { limit: PAGE, state, cursor } };
    const page = await answer(api.GET("/api/workspace/shares", { params, signal }));
    all.push(...page.shares);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return all;
}

/** Every public link, the latest first. */
export const sharesQuery = queryOptions({
  queryKey: ["shares", "all"],
  queryFn: ({ signal }) => pages(undefined, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => whileFreezing(state.data),
});

/** Those by which something can be read now: what the marks of notes and folders stand on. */
export const openSharesQuery = queryOptions({
  queryKey: ["open-shares"],
  queryFn: ({ signal }) => pages("active", signal),
  staleTime: 60_000,
  refetchInterval: ({ state }) => whileFreezing(state.data),
});

/** The public links of a note or folder that are not revoked, the oldest first. */
export const sharesOfQuery = ({ kind, id }: Target) =>
  queryOptions({
    queryKey: ["shares", kind, id],
    queryFn: async ({ signal }): Promise<Share[]> => {
      const query = { limit: PAGE };
      const call =
        kind === "note"
          ? api.GET(OF_NOTE, { params: { path: { note_id: id }, query }, signal })
          : api.GET(OF_FOLDER, { params: { path: { folder_id: id }, query }, signal });
      return (await answer(call)).shares;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => whileFreezing(state.data),
  });

export const viewsQuery = (shareId: string, days: number) =>
  queryOptions({
    queryKey: ["shares", shareId, "views", days],
    queryFn: async ({ signal }): Promise<DayOfViews[]> => {
      const params = { path: { share_id: shareId }, query: { days } };
      return (await answer(api.GET(`${ONE}/views`, { params, signal }))).days;
    },
    staleTime: 0,
  });

export const useShares = () => useQuery(sharesQuery);
export const useSharesOf = (target: Target) => useQuery(sharesOfQuery(target));

/** Every list of public links is read again where it is shown. */
function reread(): Promise<void> {
  void client.invalidateQueries({ queryKey: openSharesQuery.queryKey });
  return client.invalidateQueries({ queryKey: ["shares"] });
}

/** Make a link. `key` is the same for all tries of one press, so that no press makes two. */
export const useCreateShare = ({ kind, id }: Target) =>
  useMutation({
    mutationFn: (key: string): Promise<Share> => {
      const header = { "Idempotency-Key": key };
      const call =
        kind === "note"
          ? api.POST(OF_NOTE, { params: { path: { note_id: id }, header }, body: {} })
          : api.POST(OF_FOLDER, { params: { path: { folder_id: id }, header }, body: {} });
      return answer(call);
    },
    onSettled: reread,
  });

const pathOf = (share_id: string) => ({ path: { share_id } });

export const useChangeShare = (shareId: string) =>
  useMutation({
    mutationFn: (body: ShareFields): Promise<Share> =>
      answer(api.PATCH(ONE, { params: pathOf(shareId), body })),
    onSettled: reread,
  });

export const useRefreshShare = (shareId: string) =>
  useMutation({
    mutationFn: (): Promise<Share> => answer(api.POST(`${ONE}/refresh`, { params: pathOf(shareId) })),
    onSettled: reread,
  });

export const useRevokeShare = (shareId: string) =>
  useMutation({
    mutationFn: () => answer(api.DELETE(ONE, { params: pathOf(shareId) })),
    onSettled: reread,
  });

export const useRevokeAllShares = () =>
  useMutation({ mutationFn: () => answer(api.DELETE("/api/workspace/shares")), onSettled: reread });
