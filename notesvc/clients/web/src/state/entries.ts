/** The days that have a journal entry, of all time. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";

export const entriesQuery = queryOptions({
  queryKey: ["journal", "all"],
  queryFn: async ({ signal }): Promise<Schemas["Entry"][]> =>
    (await answer(api.GET("/api/workspace/journal", { signal }))).entries,
  staleTime: 60_000,
});

export const useEntries = () => useQuery(entriesQuery);
