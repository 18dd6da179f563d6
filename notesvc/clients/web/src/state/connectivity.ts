/** Whether the service answers, seen from the requests that are made anyway; asked again only while it does not. */
import { useSyncExternalStore } from "react";
import { api } from "../api";
import { within } from "../deadline";
import { client } from "./client";

const ASK_AGAIN = 4_000;
const PATIENCE = 5_000;
const listeners = new Set<() => void>();
let isAway = false;
/** Answers from before were shown: they are asked for anew once the service is back. */
let isOld = false;
let timer: ReturnType<typeof setTimeout> | undefined;

api.use({
  onResponse: ({ response }) => {
    const isKept = response.headers.has("X-Kept");
    isOld ||= isKept;
    tell(isKept || isFromProxy(response.status));
  },
  onError: ({ error }) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) tell(true);
  },
});
window.addEventListener("online", () => void ask());

/** Statuses with which a proxy says that it found nobody behind it. */
const isFromProxy = (status: number) => status === 502 || status === 504;

function tell(away: boolean): void {
  if (isAway === away) return;
  isAway = away;
  clearTimeout(timer);
  if (away) timer = setTimeout(ask, ASK_AGAIN);
  else comeBack();
  for (const listener of listeners) listener();
}

function comeBack(): void {
  if (isOld) void client.invalidateQueries();
  else void client.refetchQueries({ type: "active", stale: true });
  isOld = false;
}

async function ask(): Promise<void> {
  if (!isAway) return;
  clearTimeout(timer);
  const isThere = await within(PATIENCE, "/healthz").then(
    (response) => response.ok,
    () => false,
  );
  if (isThere) tell(false);
  else timer = setTimeout(ask, ASK_AGAIN);
}

/** Whether the service does not answer, as far as requests have shown. */
export const isServiceAway = (): boolean => isAway;

/** The same, followed. */
export function useIsAway(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isAway,
  );
}
