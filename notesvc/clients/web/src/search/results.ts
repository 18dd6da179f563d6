/** Asking the service: a page at a time; an older question is given up when there is a newer one. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answer, api, Problem } from "../api";
import { takeFirstAnswer } from "./firstAnswer";

/** The service puts as many into the page. */
const PAGE = 30;

const resultsOf = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["search", q],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET("/api/workspace/search", {
          params: { query: { q, limit: PAGE, cursor: pageParam || undefined } },
          signal,
        }),
      ),
    // Known before the page is made, it is made with it, in steps between which the page answers.
    initialData: () => {
      const first = takeFirstAnswer(q);
      return first ? { pages: [first], pageParams: [""] } : undefined;
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    // What was found stays until the next has been.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: (times, error) => error instanceof Problem && error.isPassing && times < 1,
  });

export function useResults(q: string) {
  return useInfiniteQuery({ ...resultsOf(q), enabled: q !== "" });
}

const FEW = 12;

/** The best few notes, for the palette. */
export function useBest(q: string) {
  return useQuery({
    queryKey: ["search", "best", q],
    queryFn: ({ signal }) =>
      answer(api.GET("/api/workspace/search", { params: { query: { q, limit: FEW } }, signal })),
    enabled: q !== "",
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });
}
