/** How one may come in: whether anybody has an account yet, and whether new ones are taken. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";
import { type Place, placeOf } from "./passkey";

export type Ways = Schemas["Ways"];

export const waysQuery = queryOptions({
  queryKey: ["ways"],
  queryFn: ({ signal }): Promise<Ways> => answer(api.GET("/api/auth/ways", { signal })),
  staleTime: 60_000,
});

export const useWays = () => useQuery(waysQuery);

/** Whether mails reach people; without a mail server they lie with the administrator. */
export const useIsMailed = (): boolean => useWays().data?.mail !== false;

/** Whether passkeys can be had at this page; undefined while that is not known. */
export function usePasskeyPlace(): Place | undefined {
  const { data } = useWays();
  return data && placeOf(data.passkeyHost);
}
