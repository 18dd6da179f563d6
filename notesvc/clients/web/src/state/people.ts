/** People. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Person } from "../api";

export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: async ({ signal }): Promise<Person[]> =>
    (await answer(api.GET("/api/workspace/people", { signal }))).people,
});

export const usePeople = () => useQuery(peopleQuery);
