/** The passkeys of who is signed in, and the calls that change them. */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { makePasskey } from "../../account/passkey";
import { answer, api, type Schemas } from "../../api";
import { client } from "../../state/client";
import { withStepUp } from "../../state/proof";
import { browserOf } from "../browsers";

export type Passkey = Schemas["PasskeyShape"];

export const MOST_PASSKEYS = 20;
const LONGEST_NAME = 80;

const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }): Promise<Passkey[]> =>
    (await answer(api.GET("/api/account/passkeys", { signal }))).passkeys,
});

export const usePasskeys = () => useQuery(passkeysQuery);

const reread = () =>
  Promise.all(
    [passkeysQuery.queryKey, ["security"]].map((queryKey) => client.invalidateQueries({ queryKey })),
  );

/** Named after this browser; its owner may find a better name. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const options = await withStepUp(() => answer(api.POST("/api/account/passkeys/options")));
      const credential = await makePasskey(options);
      const body = { name: browserOf(navigator.userAgent).slice(0, LONGEST_NAME), credential };
      return withStepUp(() => answer(api.POST("/api/account/passkeys", { body })));
    },
    onSettled: reread,
  });

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      answer(api.PATCH("/api/account/passkeys/{passkey_id}", { params: at(id), body: { name } })),
    onSettled: reread,
  });

export const useRemovePasskey = () =>
  useMutation({
    mutationFn: (id: string) =>
      withStepUp(() => answer(api.DELETE("/api/account/passkeys/{passkey_id}", { params: at(id) }))),
    onSettled: reread,
  });

const at = (id: string) => ({ path: { passkey_id: id } });
