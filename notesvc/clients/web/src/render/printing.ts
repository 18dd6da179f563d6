/** Printing asks the page for a copy of the note that is set for paper. */
import type { Note } from "../api";

type Printer = (note: Note) => void;
let printer: Printer | null = null;

/** Print this note; nothing happens on a page that shows none. */
export const printNote = (note: Note): void => printer?.(note);

/** The copy that is there to be printed; answers how to take it back. */
export function offer(print: Printer): () => void {
  printer = print;
  return () => {
    if (printer === print) printer = null;
  };
}
