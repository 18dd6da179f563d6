/** The account as its user sees it: the profile, and the browsers that are signed in. */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";
import { client } from "../state/client";
import { withStepUp } from "../state/proof";
import { sessionQuery } from "../state/session";

export type Profile = Schemas["Profile"];
export type Session = Schemas["SessionShape"];
export type Holdings = Schemas["Holdings"];

const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }): Promise<Profile> => answer(api.GET("/api/account/profile", { signal })),
});

const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }): Promise<Session[]> =>
    (await answer(api.GET("/api/account/sessions", { signal }))).sessions,
});

export const useProfile = () => useQuery(profileQuery);
export const useSessions = () => useQuery(sessionsQuery);

/** Only what has changed is sent: a handle that stays cannot clash. */
export const useChangeProfile = () =>
  useMutation({
    mutationFn: (change: Partial<Pick<Profile, "name" | "handle">>): Promise<Profile> =>
      answer(api.PATCH("/api/account/profile", { body: change as Schemas["ProfileChange"] })),
    onSuccess: (profile) => {
      client.setQueryData(profileQuery.queryKey, profile);
      client.setQueryData(sessionQuery.queryKey, (user) =>
        user ? { ...user, name: profile.name, handle: profile.handle, language: profile.language } : user,
      );
    },
  });

const reread = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });

export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE("/api/account/sessions/{session_id}", { params: { path: { session_id: id } } })),
    onSettled: reread,
  });

export const useEndOtherSessions = () =>
  useMutation({ mutationFn: () => answer(api.DELETE("/api/account/sessions")), onSettled: reread });

const holdingsQuery = queryOptions({
  queryKey: ["holdings"],
  queryFn: ({ signal }): Promise<Holdings> => answer(api.GET("/api/account/deletion", { signal })),
  staleTime: 0,
});

export const useHoldings = () => useQuery(holdingsQuery);

export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => withStepUp(() => answer(api.DELETE("/api/account"))) });
