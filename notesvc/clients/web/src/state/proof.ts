/** Calls that the service takes only from who has just proven to be the user: the proof is asked for in place. */
import { useSyncExternalStore } from "react";
import { isProblem } from "../api";

type Answered = (isProven: boolean) => void;

let waiting: Answered[] = [];
let focused: Element | null = null;
const listeners = new Set<() => void>();

/** Make the call; where it wants a proof, ask for one and make it again. Rejects as before if none is given. */
export async function withStepUp<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isProofWanted = isProblem(error, "step_up_required");
    if (!isProofWanted || !(await askForProof())) throw error;
    return call();
  }
}

/** Whether somebody waits for a proof. */
export const useProofAsked = (): boolean => useSyncExternalStore(listen, isProofAsked);

export const isProofAsked = (): boolean => waiting.length > 0;

/** All who wait go on, or give up. */
export function answerProof(isProven: boolean): void {
  const answered = waiting;
  waiting = [];
  for (const tell of answered) tell(isProven);
  for (const listener of listeners) listener();
  requestAnimationFrame(() => giveFocusBack());
}

function askForProof(): Promise<boolean> {
  if (!isProofAsked()) focused = document.activeElement;
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    for (const listener of listeners) listener();
  });
}

/** To where it was, unless the answer has put it elsewhere. */
function giveFocusBack(): void {
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (isFree && focused instanceof HTMLElement && focused.isConnected) focused.focus();
  focused = null;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
