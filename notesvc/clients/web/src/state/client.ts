/** The one place for what the service knows: every page reads through this cache. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isProblem, Problem } from "../api";
import { signedOut } from "./session";

function notice(error: unknown): void {
  if (isProblem(error, 401)) signedOut();
}

export const client = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      retry: (times, error) => error instanceof Problem && error.isPassing && times < 4,
      retryDelay: (times) => Math.min(1_000 * 2 ** times, 15_000),
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
