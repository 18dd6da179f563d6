/** What the service shows of a page before the app does: it goes as soon as the app stands in its place. */
import "./first-view.css";

declare global {
  interface Window {
    /** The last click on what the service showed. */
    firstPress?: MouseEvent;
    /** Keys since then, for the text that the click leads into. */
    firstKeys?: string[];
    /** Something was scrolled. */
    hasScrolled?: boolean;
  }
}

export const hasFirstView = (): boolean => document.getElementById("first-view") !== null;

/** The text that the service shows, as HTML; null where it is of another kind. */
export const firstText = (selector: string): string | null =>
  document.querySelector(`#first-view ${selector}`)?.innerHTML ?? null;

/** Whether there may be formulas in it, which take another room as soon as they are set. */
export const showsFormulas = (): boolean =>
  document.querySelector("#first-view .maths") !== null ||
  /\$[^\s$][^$]*\$/.test(document.querySelector("#first-view .note-text")?.textContent ?? "");

/** Take it away. `scroller` is what scrolls in its place: it stands where the other one stood. */
export function leaveFirstView(scroller?: HTMLElement | null): void {
  const first = document.getElementById("first-view");
  if (first === null) return;
  // Asking how far lays out all that is about to go: only where somebody may have scrolled.
  const read = window.hasScrolled ? (first.querySelector(".note-scroll, .page")?.scrollTop ?? 0) : 0;
  first.remove();
  if (scroller && read > 0) scroller.scrollTop = read;
  const press = window.firstPress;
  // Not while the page is being made: what is pressed may make it anew.
  if (press) requestAnimationFrame(() => pressAgain(press));
}

function pressAgain({ clientX, clientY }: MouseEvent): void {
  const place = document.elementFromPoint(clientX, clientY);
  place?.closest<HTMLElement>("textarea, button")?.focus();
  place?.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY, detail: 1 }),
  );
  // From here on what was pressed takes its keys itself.
  delete window.firstKeys;
}
