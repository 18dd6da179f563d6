/** What the service knows of language models: what is set up, own prompts, what was used, what went wrong. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "../api";
import { client } from "./client";

export interface Provider {
  provider: string;
  needsKey: boolean;
  hasOwnAddress: boolean;
  baseUrl: string | null;
  by: "user" | "administrator" | null;
  hasKey: boolean;
  last4: string | null;
  model: string | null;
  models: string[];
  embeddingsUrl: string | null;
  embeddingsModel: string | null;
}
export interface Providers {
  providers: Provider[];
  chosen: { provider: string; model: string } | null;
}
export interface Prompt {
  id: string;
  name: string;
  instruction: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the served document does not name these routes yet
const call = api as any;

export const providersQuery = queryOptions({
  queryKey: ["ai", "providers"],
  queryFn: ({ signal }): Promise<Providers> => answer(call.GET("/api/ai/providers", { signal })),
  staleTime: 5 * 60_000,
});

export const promptsQuery = queryOptions({
  queryKey: ["ai", "prompts"],
  queryFn: async ({ signal }): Promise<Prompt[]> =>
    (await answer<{ prompts: Prompt[] }>(call.GET("/api/ai/prompts", { signal }))).prompts,
  staleTime: 5 * 60_000,
});

/** The providers that answer: those that are set up whole. */
export const readyOf = (all: Providers | undefined): Provider[] =>
  (all?.providers ?? []).filter(({ by, model }) => by !== null && model !== null);

/** Whether a model can be asked, as far as that is known. */
export const isAiReady = (): boolean => readyOf(client.getQueryData(providersQuery.queryKey)).length > 0;

/** As `isAiReady`; asks for it as soon as `isWanted`. */
export const useAiReady = (isWanted = true): boolean =>
  readyOf(useQuery({ ...providersQuery, enabled: isWanted }).data).length > 0;
