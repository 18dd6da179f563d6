/** What protects the account, and the calls that change it; each proves first that it is the user. */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { to } from "../addresses";
import { answer, api, type Schemas } from "../api";
import { client } from "./client";
import { withStepUp } from "./proof";

export type Security = Schemas["Security"];
export type TotpSecret = Schemas["TotpSecret"];
export type LinkedAccount = Schemas["IdentityShape"];

const securityQuery = queryOptions({
  queryKey: ["security"],
  queryFn: ({ signal }): Promise<Security> => answer(api.GET("/api/account/security", { signal })),
});

export const useSecurity = () => useQuery(securityQuery);

const reread = () => client.invalidateQueries({ queryKey: securityQuery.queryKey });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: { password: string; keepKeys: boolean }) =>
      withStepUp(() => answer(api.POST("/api/account/password", { body }))),
    onSuccess: () =>
      Promise.all(
        [["security"], ["sessions"], ["sync-keys"]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });

export const useChangeEmail = () =>
  useMutation({
    mutationFn: (email: string) =>
      withStepUp(() => answer(api.POST("/api/account/email", { body: { email } }))),
  });

const accountsQuery = queryOptions({
  queryKey: ["linked-accounts"],
  queryFn: async ({ signal }): Promise<LinkedAccount[]> =>
    (await answer(api.GET("/api/account/accounts", { signal }))).accounts,
});

export const useAccounts = () => useQuery(accountsQuery);

/** Leaves for the provider, which leads back to the settings. */
export const useLink = () =>
  useMutation({
    mutationFn: async (provider: string) => {
      const body = { next: `${to.settings("security")}?linked=${encodeURIComponent(provider)}` };
      const params = { path: { provider } };
      const { url } = await withStepUp(() =>
        answer(api.POST("/api/account/accounts/{provider}", { params, body })),
      );
      location.assign(url);
    },
  });

export const useUnlink = () =>
  useMutation({
    mutationFn: (provider: string) =>
      withStepUp(() =>
        answer(api.DELETE("/api/account/accounts/{provider}", { params: { path: { provider } } })),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  });

export const useSendLink = () =>
  useMutation({ mutationFn: () => answer(api.POST("/api/account/verify-email")) });

export const useStartApp = () =>
  useMutation({ mutationFn: () => withStepUp(() => answer(api.POST("/api/account/totp"))) });

export const useConfirmApp = () =>
  useMutation({
    mutationFn: (code: string) =>
      withStepUp(() => answer(api.POST("/api/account/totp/confirm", { body: { code } }))),
    onSuccess: reread,
  });

export const useRemoveApp = () =>
  useMutation({
    mutationFn: () => withStepUp(() => answer(api.DELETE("/api/account/totp"))),
    onSuccess: reread,
  });

export const useNewCodes = () =>
  useMutation({
    mutationFn: () => withStepUp(() => answer(api.POST("/api/account/recovery-codes"))),
    onSuccess: reread,
  });
