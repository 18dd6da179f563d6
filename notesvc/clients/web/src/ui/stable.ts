/** What stays the same object between renderings, so that what is given it need not be rendered again. */
import { useCallback, useRef } from "react";

/** One function for as long as the component is shown, that does what the latest rendering has it do. Not to be called while rendering. */
export function useStable<Given extends unknown[]>(
  run: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...given: Given) => latest.current(...given), []);
}
