/** Shows a card with the note behind a link when the pointer rests on it, or when Ctrl or ⌘ is pressed there. */
import { type CSSProperties, lazy, type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { t } from "../i18n";
import "./preview.css";

const NotePreview = lazy(() => import("./NotePreview"));

const REST = 500;
const LEAVE = 200;
const WIDTH = 360;
const HEIGHT = 320;
const GAP = 6;

export function HoverPreview({ noteId, children }: { noteId: string; children: ReactElement }) {
  const [place, setPlace] = useState<Place | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const show = () => {
    clearTimeout(later.current);
    if (anchor.current) setPlace(placeBeside(anchor.current));
  };
  const hide = () => {
    clearTimeout(later.current);
    setPlace(null);
  };
  const soon = (what: () => void, wait: number) => {
    clearTimeout(later.current);
    later.current = setTimeout(what, wait);
  };
  useGoneOn(place !== null, hide);
  const hover = {
    onPointerEnter: (event: React.PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      if (place) clearTimeout(later.current);
      else soon(show, REST);
    },
    onPointerLeave: () => soon(hide, LEAVE),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link within is what is followed; this only watches
    <span
      ref={anchor}
      {...hover}
      onKeyDown={(event) => {
        if (event.key === "Control" || event.key === "Meta") show();
      }}
      onBlur={() => soon(hide, LEAVE)}
      onClick={hide}
    >
      {children}
      {place &&
        createPortal(
          <div
            className="hover-card"
            role="dialog"
            aria-label={t("sidePanel.preview.name")}
            style={place}
            {...hover}
          >
            <Suspense fallback={null}>
              <NotePreview noteId={noteId} />
            </Suspense>
          </div>,
          document.body,
        )}
    </span>
  );
}

type Place = Pick<CSSProperties, "insetBlockStart" | "insetBlockEnd" | "left">;

/** Below the link's first line, or above it where there is no room. */
function placeBeside(anchor: HTMLElement): Place {
  const line = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
  const wanted = isRightToLeft ? line.right - WIDTH : line.left;
  const left = Math.max(8, Math.min(wanted, innerWidth - WIDTH - 8));
  return line.bottom + GAP + HEIGHT > innerHeight && line.top > HEIGHT
    ? { insetBlockEnd: innerHeight - line.top + GAP, left }
    : { insetBlockStart: line.bottom + GAP, left };
}

/** Escape closes the card and nothing else; scrolling closes it too. */
function useGoneOn(isShown: boolean, hide: () => void): void {
  const latest = useRef(hide);
  latest.current = hide;
  useEffect(() => {
    if (!isShown) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      latest.current();
    };
    const onScroll = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest(".hover-card"))) latest.current();
    };
    addEventListener("keydown", onKey, true);
    addEventListener("scroll", onScroll, true);
    return () => {
      removeEventListener("keydown", onKey, true);
      removeEventListener("scroll", onScroll, true);
    };
  }, [isShown]);
}
