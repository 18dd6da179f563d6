/** Open tasks that name a day. */
import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../api";

export type DueTask = Schemas["DueTaskShape"];

/** Those that are due up to the day, the earliest first. */
export const useDueTasks = (until: string) =>
  useQuery({
    queryKey: ["tasks", until],
    queryFn: async ({ signal }): Promise<DueTask[]> =>
      (await answer(api.GET("/api/workspace/tasks", { params: { query: { until } }, signal }))).tasks,
    staleTime: 0,
  });
