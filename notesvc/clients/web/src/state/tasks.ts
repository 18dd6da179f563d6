/** Open tasks that name a day. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";

export type DueTask = Schemas["DueTaskShape"];

/** Those that are due up to the day, the earliest first. */
export const dueTasksQuery = (until: string) =>
  queryOptions({
    queryKey: ["tasks", until],
    queryFn: async ({ signal }): Promise<DueTask[]> =>
      (await answer(api.GET("/api/workspace/tasks", { params: { query: { until } }, signal }))).tasks,
    // Read anew whenever a page shows them, whose parts ask in the same moment.
    staleTime: 2_000,
  });
