/** What the service knows of language models: what is set up, own prompts, what was used, what went wrong. */
import { infiniteQueryOptions, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";
import { client } from "./client";
import { withStepUp } from "./proof";

export type Provider = Schemas["ProviderShape"];
export type Providers = Schemas["ProviderList"];
export type Prompt = Schemas["PromptShape"];
export type Tokens = Schemas["TokensShape"];
export type Usage = Schemas["UsageShape"];
export type FailedCall = Schemas["FailureShape"];
export type Tested = Schemas["ProviderTestResult"];
export type LocalServer = Schemas["LocalServer"];
export type KeyFields = Schemas["KeyFields"];
export type Connection = Schemas["ProviderTest"];

const KEY = "/api/ai/keys/{provider}";
const PROMPT = "/api/ai/prompts/{prompt_id}";

export const providersQuery = queryOptions({
  queryKey: ["ai", "providers"],
  queryFn: ({ signal }): Promise<Providers> => answer(api.GET("/api/ai/providers", { signal })),
  staleTime: 5 * 60_000,
});

/** All of them: the service gives no more than a hundred. */
export const promptsQuery = queryOptions({
  queryKey: ["ai", "prompts"],
  queryFn: async ({ signal }): Promise<Prompt[]> => {
    const params = { query: { limit: 100 } };
    return (await answer(api.GET("/api/ai/prompts", { params, signal }))).prompts;
  },
  staleTime: 5 * 60_000,
});

export const usageQuery = queryOptions({
  queryKey: ["ai", "usage"],
  queryFn: ({ signal }): Promise<Usage> => answer(api.GET("/api/ai/usage", { signal })),
  staleTime: 0,
});

export const failedCallsQuery = infiniteQueryOptions({
  queryKey: ["ai", "errors"],
  queryFn: ({ signal, pageParam }): Promise<Schemas["FailureList"]> => {
    const params = { query: { limit: 20, ...(pageParam && { cursor: pageParam }) } };
    return answer(api.GET("/api/ai/errors", { params, signal }));
  },
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 0,
});

/** The providers that answer: those that are set up whole. */
export const readyOf = (all: Providers | undefined): Provider[] =>
  (all?.providers ?? []).filter(({ by, model }) => by !== null && model !== null);

/** Whether a model can be asked; it is asked for as soon as `isWanted`. */
export const useAiReady = (isWanted = true): boolean =>
  readyOf(useQuery({ ...providersQuery, enabled: isWanted }).data).length > 0;

const reread = (what: "providers" | "prompts") => client.invalidateQueries({ queryKey: ["ai", what] });

/** Ask a provider for its models, which costs nothing. */
export const useTestProvider = () =>
  useMutation({
    mutationFn: (body: Connection): Promise<Tested> => answer(api.POST("/api/ai/providers/test", { body })),
  });

export const useFindServers = () =>
  useMutation({
    mutationFn: async (): Promise<LocalServer[]> =>
      (await answer(api.POST("/api/ai/providers/find"))).servers,
  });

export const useSetProvider = () =>
  useMutation({
    mutationFn: ({ provider, fields }: { provider: string; fields: KeyFields }): Promise<Provider> =>
      withStepUp(() => answer(api.PUT(KEY, { params: { path: { provider } }, body: fields }))),
    onSettled: () => reread("providers"),
  });

export const useRemoveProvider = () =>
  useMutation({
    mutationFn: (provider: string) => answer(api.DELETE(KEY, { params: { path: { provider } } })),
    onSettled: () => reread("providers"),
  });

/** Keep a prompt; a new one where it has no id. `key` is the same for all tries of one press. */
export const useKeepPrompt = () =>
  useMutation({
    mutationFn: ({ id, name, instruction, key }: Schemas["PromptFields"] & { id?: string; key: string }) => {
      const body = { name, instruction };
      if (id !== undefined) return answer(api.PATCH(PROMPT, { params: { path: { prompt_id: id } }, body }));
      return answer(api.POST("/api/ai/prompts", { params: { header: { "Idempotency-Key": key } }, body }));
    },
    onSettled: () => reread("prompts"),
  });

export const useRemovePrompt = () =>
  useMutation({
    mutationFn: (id: string) => answer(api.DELETE(PROMPT, { params: { path: { prompt_id: id } } })),
    onSettled: () => reread("prompts"),
  });
