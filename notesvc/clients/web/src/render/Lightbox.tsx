/** A picture of a note, large over the page, and the way to the others. */
import { IconChevronLeft, IconChevronRight, IconExternalLink, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { t } from "../i18n";
import { useSwipe } from "./swipe";
import { useViewed, type Viewed, type ViewedPicture, viewer } from "./viewer";
import "./lightbox.css";

const ICON = { size: 20, stroke: 1.5, "aria-hidden": true } as const;

export default function Lightbox() {
  const viewed = useViewed();
  const [path] = useLocation();
  // Another page has other pictures.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed when the path is left
  useEffect(() => viewer.close, [path]);
  return viewed && <Pictures viewed={viewed} />;
}

function Pictures({ viewed: { pictures, at: first, leave } }: { viewed: Viewed }) {
  const [at, go] = useState(first);
  const last = useRef(first);
  last.current = at;
  const dialog = useModal(() => leave(last.current));
  const turn = (by: number) => go((at + by + pictures.length) % pictures.length);
  // What comes next is drawn in from its side.
  const swipe = useSwipe((way, { target, currentTarget }) => {
    const isMoved = (target as Element).closest("[data-real]") !== null;
    if (!isMoved) turn(isForward(way < 0, currentTarget) ? 1 : -1);
  });
  const picture = pictures[at];
  if (picture === undefined) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of the page below are not meant.
    event.stopPropagation();
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    turn(isForward(event.key === "ArrowRight", event.currentTarget) ? 1 : -1);
  };
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      tabIndex={-1}
      aria-label={picture.name || t("sidePanel.text.picture")}
      // At once: the dialog itself tells of its end later, when the next picture may be asked for already.
      onCancel={viewer.close}
      onClose={viewer.close}
      onKeyDown={onKeyDown}
      {...swipe}
      onClick={(event) => {
        if (!(event.target as Element).closest("button, a, p")) viewer.close();
      }}
    >
      <Bar picture={picture} at={at} count={pictures.length} />
      <Stage key={at} picture={picture} />
      {picture.caption && (
        <p className="lightbox-caption" dir="auto">
          {picture.caption}
        </p>
      )}
      {pictures.length > 1 && (
        <div className="lightbox-ways">
          <Act name={t("sidePanel.viewer.previous")} icon={IconChevronLeft} run={() => turn(-1)} />
          <Act name={t("sidePanel.viewer.next")} icon={IconChevronRight} run={() => turn(1)} />
        </div>
      )}
    </dialog>
  );
}

function Bar({ picture, at, count }: { picture: ViewedPicture; at: number; count: number }) {
  return (
    <div className="lightbox-bar">
      <p role="status">
        <bdi className="lightbox-name">{picture.name}</bdi>
        {count > 1 && <span className="quiet">{t("sidePanel.viewer.count", { at: at + 1, count })}</span>}
      </p>
      {picture.original && (
        <a href={picture.original} target="_blank" rel="noreferrer" title={t("sidePanel.viewer.original")}>
          <IconExternalLink {...ICON} />
          <span>{t("sidePanel.viewer.original")}</span>
        </a>
      )}
      <Act name={t("common.close")} icon={IconX} run={viewer.close} />
    </div>
  );
}

/** Open from the start, and with the focus. */
function useModal(leave: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.focus();
    return () => shown?.close();
  }, []);
  // Only when React is done: it gives the focus back to what had it before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it was when it was opened
  useEffect(() => leave, []);
  return dialog;
}

/** The next picture is at the right, or at the left where one reads to the left. */
const isForward = (isToRight: boolean, dialog: Element): boolean =>
  isToRight !== (getComputedStyle(dialog).direction === "rtl");

interface ActProps {
  name: string;
  icon: typeof IconX;
  run: () => void;
}

function Act({ name, icon: Icon, run }: ActProps) {
  return (
    <button type="button" aria-label={name} title={name} onClick={run}>
      <Icon {...ICON} />
    </button>
  );
}

/** As large as the page lets it be; pressed, in its own size around the place that was pressed. */
function Stage({ picture }: { picture: ViewedPicture }) {
  const stage = useRef<HTMLDivElement>(null);
  const [canGrow, setGrow] = useState(false);
  const [real, setReal] = useState<{ x: number; y: number } | null>(null);
  useLayoutEffect(() => {
    const box = stage.current;
    if (real === null || box === null) return;
    box.scrollLeft = real.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = real.y * box.scrollHeight - box.clientHeight / 2;
  }, [real]);
  const measure = (image: HTMLImageElement) => setGrow(image.naturalWidth > image.clientWidth + 1);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    // A key has no place of its own.
    const isKey = event.detail === 0;
    const middle = { x: 0.5, y: 0.5 };
    const there = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    if (real) setReal(null);
    else if (canGrow) setReal(isKey ? middle : there);
  };
  return (
    <div ref={stage} className="lightbox-stage" dir="ltr" data-real={real !== null || undefined}>
      <button
        type="button"
        className="lightbox-picture"
        data-grows={canGrow || undefined}
        aria-label={t("sidePanel.viewer.actualSize")}
        aria-pressed={real !== null}
        aria-disabled={!canGrow}
        onPointerEnter={(event) => {
          const image = event.currentTarget.querySelector("img");
          if (image && !real) measure(image);
        }}
        onClick={press}
      >
        <img
          src={picture.src}
          alt={picture.name}
          referrerPolicy="no-referrer"
          onLoad={(event) => measure(event.currentTarget)}
        />
      </button>
    </div>
  );
}
