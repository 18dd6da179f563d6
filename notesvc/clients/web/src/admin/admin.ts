/** What administrators see and change; each change proves first that it is them. */
import { infiniteQueryOptions, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";
import { client } from "../state/client";
import { withStepUp } from "../state/proof";

export type Account = Schemas["AccountShape"];
export type AccountChange = { isDisabled?: boolean; isAdmin?: boolean; quotaBytes?: number | null };
export type Invite = Schemas["InviteShape"];
export type InviteWithLink = Schemas["InviteWithLink"];
export type Registration = Schemas["RegistrationShape"];
export type Mode = Registration["mode"];
export type Figures = Schemas["Figures"];
export type AuditLine = Schemas["AuditLine"];
export type MailOutcome = Schemas["MailOutcome"];

const PAGE = 50;

export const accountsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["admin", "users", q],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/admin/users", {
          params: { query: { q: q || undefined, limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export interface AuditFilter {
  kind?: AuditLine["kind"];
  userId?: string;
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["admin", "audit", filter],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/admin/audit", {
          params: { query: { ...filter, limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });

/** Where the browser downloads the audit log, filtered as it is shown. */
export function auditFile(form: "ndjson" | "csv", { kind, userId }: AuditFilter): string {
  const wanted = new URLSearchParams({ format: form, ...(kind && { kind }), ...(userId && { userId }) });
  return `/api/admin/audit/export?${wanted}`;
}

const invitesQuery = queryOptions({
  queryKey: ["admin", "invites"],
  queryFn: async ({ signal }): Promise<Invite[]> =>
    (await answer(api.GET("/api/admin/invites", { signal }))).invites,
});

const registrationQuery = queryOptions({
  queryKey: ["admin", "registration"],
  queryFn: ({ signal }): Promise<Registration> => answer(api.GET("/api/admin/registration", { signal })),
});

const figuresQuery = queryOptions({
  queryKey: ["admin", "figures"],
  queryFn: ({ signal }): Promise<Figures> => answer(api.GET("/api/admin/figures", { signal })),
  staleTime: 0,
});

export const useInvites = () => useQuery(invitesQuery);
export const useRegistration = () => useQuery(registrationQuery);
export const useFigures = () => useQuery(figuresQuery);

const reread = (what: string) => client.invalidateQueries({ queryKey: ["admin", what] });

export interface NewAccount {
  email: string;
  name: string;
  isAdmin: boolean;
}

export const useMakeAccount = () =>
  useMutation({
    mutationFn: ({ email, name, isAdmin }: NewAccount): Promise<Account> =>
      withStepUp(() =>
        answer(
          api.POST("/api/admin/users", {
            body: { email: email.trim(), name: name.trim(), handle: null, isAdmin },
          }),
        ),
      ),
    onSuccess: () => reread("users"),
  });

export const useChangeAccount = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: AccountChange }): Promise<Account> =>
      withStepUp(() =>
        answer(
          api.PATCH("/api/admin/users/{user_id}", {
            params: { path: { user_id: id } },
            body: change as Schemas["AccountChange"],
          }),
        ),
      ),
    onSuccess: () => reread("users"),
  });

export const useSendReset = () =>
  useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        answer(api.POST("/api/admin/users/{user_id}/password-reset", { params: { path: { user_id: id } } })),
      ),
  });

export const useMakeInvite = () =>
  useMutation({
    mutationFn: (body: { uses: number; days: number }): Promise<InviteWithLink> =>
      withStepUp(() => answer(api.POST("/api/admin/invites", { body }))),
    onSuccess: () => reread("invites"),
  });

export const useRevokeInvite = () =>
  useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        answer(api.DELETE("/api/admin/invites/{invite_id}", { params: { path: { invite_id: id } } })),
      ),
    onSuccess: () => reread("invites"),
  });

export const useChooseRegistration = () =>
  useMutation({
    mutationFn: (mode: Mode): Promise<Registration> =>
      withStepUp(() => answer(api.PUT("/api/admin/registration", { body: { mode } }))),
    onSuccess: (now) => {
      client.setQueryData(registrationQuery.queryKey, now);
      return client.invalidateQueries({ queryKey: ["ways"] });
    },
  });

export const useTestMail = () =>
  useMutation({
    mutationFn: (): Promise<MailOutcome> => withStepUp(() => answer(api.POST("/api/admin/mail-test"))),
  });
