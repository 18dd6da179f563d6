/** How one may come in: whether anybody has an account yet, and whether new ones are taken. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";
import { type Place, placeOf } from "./passkey";

export type SignInMethods = Schemas["Ways"];

export const signInMethodsQuery = queryOptions({
  queryKey: ["ways"],
  queryFn: ({ signal }): Promise<SignInMethods> => answer(api.GET("/api/auth/ways", { signal })),
  staleTime: 60_000,
});

export const useSignInMethods = () => useQuery(signInMethodsQuery);

/** Whether mails reach people; without a mail server they lie with the administrator. */
export const useIsMailed = (): boolean => useSignInMethods().data?.mail !== false;

/** Whether passkeys can be had at this page; undefined while that is not known. */
export function usePasskeyPlace(): Place | undefined {
  const { data } = useSignInMethods();
  return data && placeOf(data.passkeyHost);
}
