/** Whether the person is being asked if they mean to sign out: how many notes hold what was not sent. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let unsent = 0;

function become(count: number): void {
  unsent = count;
  for (const tell of listeners) tell();
}

export const leaving = { ask: become, end: () => become(0) };

export function useLeaving(): number {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => unsent,
  );
}
