/** A finger that is drawn sideways over something. */
import { type PointerEvent, useRef } from "react";

interface Place {
  clientX: number;
  clientY: number;
}

const LEAST = 48;

/** Which way a finger went: -1 to the left, 1 to the right, 0 where it was a press or went up or down. */
export function sidewaysWay(from: Place, to: Place): -1 | 0 | 1 {
  const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
  if (Math.abs(x) < LEAST || Math.abs(x) < 2 * Math.abs(y)) return 0;
  return x < 0 ? -1 : 1;
}

/** For an element whose `touch-action` leaves that way to us. */
export function useSwipe(swiped: (way: -1 | 1, event: PointerEvent) => void) {
  const from = useRef<Place>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      // In what is magnified, a finger moves the picture; a second one magnifies it.
      const isAlone = event.isPrimary && (window.visualViewport?.scale ?? 1) === 1;
      const { clientX, clientY } = event;
      from.current = event.pointerType === "touch" && isAlone ? { clientX, clientY } : undefined;
    },
    onPointerUp: (event: PointerEvent) => {
      const way = from.current ? sidewaysWay(from.current, event) : 0;
      from.current = undefined;
      if (way !== 0) swiped(way, event);
    },
  };
}
