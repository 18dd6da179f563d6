/** Room for the bar that finds, above a text: at its start the text makes way, further down what is read stays. */
const SCROLLER = ".note-scroll, .page";

/** For a bar that has just come, the first thing in its parent; what is returned is called before it goes. */
export function makeRoom(bar: HTMLElement): () => void {
  const scroller = bar.closest<HTMLElement>(SCROLLER);
  const text = bar.parentElement;
  if (scroller === null || text === null) return () => {};
  const hidden = () => scroller.getBoundingClientRect().top - text.getBoundingClientRect().top;
  // By itself the browser would hold the text still at its start, too, and the first line would be below the bar.
  scroller.style.overflowAnchor = "none";
  const isAtStart = hidden() < bar.offsetHeight;
  scroller.scrollTop += isAtStart ? Math.min(0, -hidden()) : bar.offsetHeight;
  return () => {
    if (hidden() > 0) scroller.scrollTop -= bar.offsetHeight;
    requestAnimationFrame(() => scroller.style.removeProperty("overflow-anchor"));
  };
}
