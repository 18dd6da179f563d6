/** Whether the screen is too narrow for a sidebar beside the page. */
import { mediaOf } from "../media";
import { useIsTouch } from "../touch";

const narrow = mediaOf("(max-width: 48rem)");

export const isNarrow = narrow.matches;
export const useIsNarrow = narrow.useMatches;

/** Height of a row in the sidebar, in pixels: what `--row` is there. */
export function useRowHeight(): number {
  return useIsTouch() ? 44 : 28;
}
