/** Tags with their colours and counts. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Tag } from "../api";

export const tagsQuery = queryOptions({
  queryKey: ["tags"],
  queryFn: async ({ signal }): Promise<Tag[]> =>
    (await answer(api.GET("/api/workspace/tags", { signal }))).tags,
});

export const useTags = () => useQuery(tagsQuery);
