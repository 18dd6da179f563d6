/** What happens when another page is shown: its heading takes the focus and names the document. */
import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "wouter";

const PRODUCT = "notesvc";
const HANDS = ["pointerdown", "keydown"] as const;
/** The router tells of its own steps as the browser does of those back and forth. */
const LEAVING = ["pushState", "popstate"] as const;

/** Follow the page inside `place`. The first page leaves the focus where the browser has it. */
export function useFocusOnNavigate(place: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const left = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what this is about
  useEffect(() => {
    const region = place.current;
    if (region === null) return;
    let isWaiting = left.current !== null && left.current !== path;
    left.current = path;
    const look = () => {
      // The page before is still there, hidden, while the next one is being fetched.
      const heading = [...region.querySelectorAll("h1")].find((each) => each.checkVisibility());
      if (heading === undefined) return;
      nameDocument(heading);
      if (isWaiting) takeFocus(heading, region);
      isWaiting = false;
    };
    const { soon, stop } = behindFrames(look);
    soon();
    const watch = new MutationObserver(soon);
    watch.observe(region, { childList: true, subtree: true, characterData: true });
    // Somebody who has begun to do something else is not pulled away by a page that comes late.
    const settle = () => {
      isWaiting = false;
    };
    const unhear = hear(HANDS, settle);
    const unfollow = onLeaving(path, region);
    return () => {
      watch.disconnect();
      stop();
      unhear();
      unfollow();
    };
  }, [path]);
}

/** A heading with the focus lays out the page when it is taken away: it gives the focus up while nothing has changed. */
function onLeaving(path: string, region: HTMLElement): () => void {
  const leave = () => {
    const { activeElement } = document;
    if (location.pathname === path || !activeElement?.matches("h1[tabindex]")) return;
    if (region.contains(activeElement)) (activeElement as HTMLElement).blur();
  };
  return hear(LEAVING, leave);
}

/** Runs it once behind a frame: asking where something stands lays out the page, and giving the focus does so again. */
function behindFrames(run: () => void): { soon: () => void; stop: () => void } {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const painted = () => {
    frame = 0;
    run();
  };
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      timer = setTimeout(painted);
    });
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return { soon, stop };
}

/** Hears of each such event before anybody else. */
function hear(kinds: readonly string[], listener: () => void): () => void {
  for (const kind of kinds) addEventListener(kind, listener, { capture: true });
  return () => {
    for (const kind of kinds) removeEventListener(kind, listener, { capture: true });
  };
}

function nameDocument(heading: HTMLElement): void {
  const field = heading.querySelector<HTMLTextAreaElement | HTMLInputElement>("textarea, input");
  const name = (field ? field.value || field.placeholder : heading.textContent)?.trim();
  const title = name ? `${name.slice(0, 200)} · ${PRODUCT}` : PRODUCT;
  if (document.title !== title) document.title = title;
}

function takeFocus(heading: HTMLElement, region: HTMLElement): void {
  if (region.contains(document.activeElement)) return;
  if (document.querySelector("[role=dialog][aria-modal=true]")?.contains(document.activeElement)) return;
  // A note without a title yet is a new one: that is what is written first.
  const field = heading.querySelector<HTMLTextAreaElement | HTMLInputElement>("textarea, input");
  if (field?.value !== "") heading.tabIndex = -1;
  (field?.value === "" ? field : heading).focus({ preventScroll: true });
}
