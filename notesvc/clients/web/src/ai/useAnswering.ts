/** An answer that is shown: it ends when it is shown no more. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { type Answer, Answering } from "./answering";

export function useAnswering(): { answering: Answering; answer: Answer } {
  const [answering] = useState(() => new Answering());
  useEffect(() => () => answering.stop(), [answering]);
  return { answering, answer: useSyncExternalStore(answering.subscribe, answering.get) };
}
