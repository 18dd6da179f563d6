/** The folder tree. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answered, api, type FolderBranch } from "../api";

let tag: string | null = null;

/** What the service called the tree that was read first, as the lists beside it were; null before. */
export const firstTag = (): string | null => tag;

export const foldersQuery = queryOptions({
  queryKey: ["folders"],
  queryFn: async ({ signal }): Promise<FolderBranch[]> => {
    const { data, response } = await answered(api.GET("/api/workspace/folders", { signal }));
    tag ??= response.headers.get("ETag");
    return data.folders;
  },
});

/** All folders in display order, depth first. */
export const useFolders = () => useQuery(foldersQuery);
