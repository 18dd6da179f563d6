/** Where a card stands: beside the passage where there is room, else under it, else above the foot of the window. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const GAP = 12;
const EDGE = 8;

/** `pane` is what the card must stay in; null stands for a passage that is nowhere. */
export function besidePassage(
  passage: Box | null,
  pane: Box,
  card: { width: number; height: number },
): { left: number; top: number } {
  const [least, most] = [pane.top + EDGE, pane.bottom - card.height - EDGE];
  const within = (top: number) => Math.max(least, Math.min(top, most));
  if (passage === null) return { left: pane.right - card.width - GAP, top: within(most) };
  if (passage.right + GAP + card.width <= pane.right - EDGE)
    return { left: passage.right + GAP, top: within(passage.top) };
  const left = Math.max(pane.left + EDGE, Math.min(passage.left, pane.right - card.width - EDGE));
  const isRoomBelow = passage.bottom + GAP <= most;
  const isRoomAbove = passage.top - GAP - card.height >= least;
  if (!isRoomBelow && isRoomAbove) return { left, top: passage.top - GAP - card.height };
  return { left, top: within(passage.bottom + GAP) };
}
