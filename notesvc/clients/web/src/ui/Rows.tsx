/** A list of any length: long ones put only what is seen into the page. Arrow keys go from row to row. */
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useHasBegun } from "../touch";
import { whenIdle } from "./idle";
import "./rows.css";

const SHORT = 80;
const FIRST_OVERSCAN = 1;
const OVERSCAN = 12;

export interface RowsProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** What the list is, for those who cannot see it. */
  label: string;
  children: (item: T, index: number) => ReactNode;
  /** The last row has come into view: more may be read. */
  onEnd?: () => void;
  /** How high a row is before it has been measured, where that is known. */
  heightOf?: (index: number) => number | undefined;
}

export function Rows<T>(props: RowsProps<T>) {
  return props.items.length <= SHORT && !props.onEnd ? <AllRows {...props} /> : <SeenRows {...props} />;
}

function AllRows<T>({ items, keyOf, label, children }: RowsProps<T>) {
  const go = (list: HTMLElement, index: number) => focusRow(list, index);
  return (
    <ul className="rows" aria-label={label} onKeyDown={(event) => move(event, items.length, go)}>
      {items.map((item, index) => (
        <li key={keyOf(item)} data-index={index}>
          {children(item, index)}
        </li>
      ))}
    </ul>
  );
}

function SeenRows<T>({ items, keyOf, label, children, onEnd, heightOf }: RowsProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [scroller, margin] = useScroller(list);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => heightOf?.(index) ?? rowHeight(),
    // As high as it is: rows in whole pixels would stand elsewhere than those of a short list.
    measureElement: (row) => row.getBoundingClientRect().height,
    overscan: useOverscan(),
    // Else there would be no rows before the list stands in the page, and then all of them at once.
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: margin,
    getItemKey: (index) => keyOf(items[index] as T),
  });
  const seen = virtual.getVirtualItems();
  const last = seen.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= items.length - 1 && items.length > 0) onEnd?.();
  }, [last, items.length, onEnd]);
  const go = (element: HTMLElement, index: number) => {
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => focusRow(element, index));
  };
  return (
    <ul
      ref={list}
      className="rows"
      aria-label={label}
      style={{ blockSize: virtual.getTotalSize(), position: "relative" }}
      onKeyDown={(event) => move(event, items.length, go)}
    >
      {seen.map((row) => (
        <li
          key={row.key}
          ref={virtual.measureElement}
          data-index={row.index}
          aria-setsize={items.length}
          aria-posinset={row.index + 1}
          className="rows-seen"
          style={{ transform: `translateY(${row.start - margin}px)` }}
        >
          <Row item={items[row.index] as T} index={row.index} shown={children} />
        </li>
      ))}
    </ul>
  );
}

/** How many rows stand ready on either side of what is seen: hardly any before a phone is touched. */
function useOverscan(): number {
  const hasBegun = useHasBegun();
  const [overscan, setOverscan] = useState(FIRST_OVERSCAN);
  useEffect(() => (hasBegun ? whenIdle(() => setOverscan(OVERSCAN), 800) : undefined), [hasBegun]);
  return overscan;
}

interface RowProps<T> {
  item: T;
  index: number;
  shown: (item: T, index: number) => ReactNode;
}

/** The rows of a long list stay as they are while it is scrolled and measured. */
const Row = memo(function Row<T>({ item, index, shown }: RowProps<T>) {
  return shown(item, index);
}) as <T>(props: RowProps<T>) => ReactNode;

/** What scrolls the list, and how far below its top the list begins. */
function useScroller(list: { current: HTMLElement | null }): [HTMLElement | null, number] {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    const outer = element && scrollerOf(element);
    if (!element || !outer) return;
    setScroller(outer);
    const top = element.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop;
    setMargin((before) => (Math.abs(before - top) < 1 ? before : top));
  });
  return [scroller, margin];
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  }
  return null;
}

function move(
  event: KeyboardEvent<HTMLElement>,
  count: number,
  go: (list: HTMLElement, index: number) => void,
) {
  const target = event.target as HTMLElement;
  const row = target.closest("li[data-index]");
  if (
    !(row instanceof HTMLElement) ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.getAttribute("type") !== "checkbox")
  )
    return;
  const at = Number(row.dataset.index);
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  const next = places[event.key];
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  if (next >= 0 && next < count) go(event.currentTarget, next);
}

function focusRow(list: HTMLElement, index: number): void {
  const row = list.querySelector(`:scope > li[data-index="${index}"]`);
  row?.querySelector<HTMLElement>("a, button, input")?.focus();
}

const rowHeight = () =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row"), 10) || 30;
