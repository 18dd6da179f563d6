/** Keeps the line with the caret at the middle of what scrolls. */
export function centre(dom: HTMLElement, caret: { top: number; bottom: number } | null): void {
  const scroller = dom.closest<HTMLElement>(".note-scroll");
  if (scroller === null || caret === null) return;
  const { top, height } = scroller.getBoundingClientRect();
  const away = (caret.top + caret.bottom) / 2 - (top + height / 2);
  if (Math.abs(away) > 2) scroller.scrollTop += away;
}
