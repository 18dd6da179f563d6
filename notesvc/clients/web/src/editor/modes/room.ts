/**
 * How near the caret comes to the edges of what scrolls, in pixels: what is written stands not at the very bottom, and
 * on a phone not behind the bar of tools.
 */
export const ROOM = { top: 32, bottom: 96, left: 4, right: 4 };

/** How far what scrolls has to go for the caret to have this room. */
export function missingRoom(
  scroller: HTMLElement | null,
  caret: { top: number; bottom: number } | null,
): number {
  if (scroller === null || caret === null) return 0;
  const { top, bottom } = scroller.getBoundingClientRect();
  return Math.max(0, caret.bottom - (bottom - ROOM.bottom)) || Math.min(0, caret.top - (top + ROOM.top));
}
