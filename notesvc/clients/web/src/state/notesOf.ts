/** The notes of a tag or a person, a page at a time, the latest change first. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { answer, api } from "../api";

const PAGE = 500;

export const notesOf = (which: { tag: string } | { person: string }) =>
  infiniteQueryOptions({
    queryKey: ["notes", "of", which],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/workspace/notes", {
          params: { query: { ...which, sort: "-updatedAt", limit: PAGE, cursor: pageParam || undefined } },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
