/** Dragging rows with the pointer: at once with a mouse, after a long press with a finger; Escape leaves all as it was. */
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { opened } from "./opened";
import { type Place, type Target, targetAt } from "./places";
import type { Row, Shape } from "./rows";

export interface Drag {
  moving: readonly Row[];
  target: Target | null;
  x: number;
  y: number;
}

interface Options {
  shape: Shape;
  rows: readonly Row[];
  rowHeight: number;
  tree: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  about: (row: Row) => Row[];
  onDrop: (moving: readonly Row[], place: Place) => void;
  /** A long press that did not move. */
  onPress: (row: Row, x: number, y: number) => void;
}

interface Begun {
  row: Row;
  x: number;
  y: number;
  isTouch: boolean;
  isDragging: boolean;
  hasMoved: boolean;
  press?: ReturnType<typeof setTimeout>;
  unfold?: { id: string; timer: ReturnType<typeof setTimeout> };
}

const SLACK = 6;
const LONG_PRESS = 380;
const UNFOLD_AFTER = 650;
const EDGE = 44;

export function useDragging(options: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const begun = useRef<Begun | null>(null);
  const point = useRef({ x: 0, y: 0 });
  const last = useRef<Drag | null>(null);
  last.current = drag;

  const aim = () => {
    const aimed = begun.current && aimAt(begun.current, point.current, latest.current);
    if (aimed) setDrag(aimed);
  };
  const stop = (isDropped: boolean) => {
    const from = begun.current;
    begun.current = null;
    if (!from) return;
    clearTimeout(from.press);
    clearTimeout(from.unfold?.timer);
    const { onDrop, onPress } = latest.current;
    if (isDropped && from.isDragging && !from.hasMoved && from.isTouch) onPress(from.row, from.x, from.y);
    else if (isDropped && from.isDragging && last.current?.target)
      onDrop(last.current.moving, last.current.target.place);
    setDrag(null);
  };
  const to = useRef({ aim, stop });
  to.current = { aim, stop };
  useListeners(begun, point, to);
  useRolling(drag !== null, latest, point, to);

  const onPointerDown = (event: ReactPointerEvent, row: Row) => {
    if (event.button !== 0 || begun.current) return;
    point.current = { x: event.clientX, y: event.clientY };
    begun.current = beginAt(event, row, () => to.current.aim());
  };
  return { drag, onPointerDown };
}

type Ref<Value> = { current: Value };
type Point = { x: number; y: number };
type Aim = { aim: () => void; stop: (isDropped: boolean) => void };

/** Where the rows would land now. */
function aimAt(from: Begun, { x, y }: Point, { shape, rows, rowHeight, tree, about }: Options): Drag | null {
  const top = tree.current?.getBoundingClientRect().top;
  if (!from.isDragging || top === undefined) return null;
  const place = (y - top) / rowHeight;
  const index = Math.max(0, Math.floor(place));
  const moving = about(from.row);
  const target = place < -1 ? null : targetAt(shape, rows, index, place - Math.floor(place), moving);
  waitToUnfold(from, target, rows);
  return { moving, target, x, y };
}

function beginAt(
  { clientX: x, clientY: y, pointerType }: ReactPointerEvent,
  row: Row,
  aim: () => void,
): Begun {
  const isTouch = pointerType !== "mouse";
  const from: Begun = { row, x, y, isTouch, isDragging: false, hasMoved: false };
  if (isTouch)
    from.press = setTimeout(() => {
      from.isDragging = true;
      navigator.vibrate?.(10);
      aim();
    }, LONG_PRESS);
  return from;
}

function useListeners(begun: Ref<Begun | null>, point: Ref<Point>, to: Ref<Aim>): void {
  useEffect(() => {
    const { move, touch, key } = movement(begun, point, to);
    const { up, cancel, click } = release(begun, to);
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", up, { signal });
    window.addEventListener("pointercancel", cancel, { signal });
    window.addEventListener("keydown", key, { capture: true, signal });
    window.addEventListener("click", click, { capture: true, signal });
    window.addEventListener("touchmove", touch, { passive: false, signal });
    return () => end.abort();
  }, [begun, point, to]);
}

/** Near an edge of what scrolls, it scrolls. */
function useRolling(isDragging: boolean, latest: Ref<Options>, point: Ref<Point>, to: Ref<Aim>): void {
  useEffect(() => {
    if (!isDragging) return;
    let frame = requestAnimationFrame(function roll() {
      const scroller = latest.current.scroller.current;
      const by = scroller ? drift(scroller, point.current.y) : 0;
      if (scroller && by !== 0) {
        scroller.scrollTop += by;
        to.current.aim();
      }
      frame = requestAnimationFrame(roll);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDragging, latest, point, to]);
}

function movement(begun: Ref<Begun | null>, point: Ref<Point>, to: Ref<Aim>) {
  return {
    move: (event: PointerEvent) => {
      const from = begun.current;
      if (!from) return;
      point.current = { x: event.clientX, y: event.clientY };
      const isFar = Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK;
      if (isFar) from.hasMoved = true;
      if (!from.isDragging && isFar) {
        if (from.isTouch) return to.current.stop(false);
        from.isDragging = true;
      }
      to.current.aim();
    },
    key: (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !begun.current?.isDragging) return;
      event.preventDefault();
      event.stopPropagation();
      to.current.stop(false);
    },
    touch: (event: TouchEvent) => {
      if (begun.current?.isDragging) event.preventDefault();
    },
  };
}

function release(begun: Ref<Begun | null>, to: Ref<Aim>) {
  let hasJustDragged = false;
  return {
    up: () => {
      hasJustDragged = begun.current?.isDragging ?? false;
      to.current.stop(true);
      setTimeout(() => {
        hasJustDragged = false;
      });
    },
    cancel: () => to.current.stop(false),
    // The click that ends a drag opens nothing.
    click: (event: MouseEvent) => {
      if (!hasJustDragged) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** A closed folder that is hovered over for a while opens. */
function waitToUnfold(from: Begun, target: Target | null, rows: readonly Row[]): void {
  const row = target?.mark.at === "into" ? rows[target.mark.index] : undefined;
  if (from.unfold?.id === row?.id) return;
  clearTimeout(from.unfold?.timer);
  from.unfold =
    row && !row.isOpen
      ? { id: row.id, timer: setTimeout(() => opened.set([row.id], true), UNFOLD_AFTER) }
      : undefined;
}

/** How far to scroll in a frame because the pointer is near an edge. */
function drift(scroller: HTMLElement, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < top + EDGE) return -Math.ceil(Math.min(EDGE, top + EDGE - y) / 4);
  if (y > bottom - EDGE) return Math.ceil(Math.min(EDGE, y - bottom + EDGE) / 4);
  return 0;
}
