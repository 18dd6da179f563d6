/** A key acts where the caret is, even when it follows so fast that the browser has not told yet where that is. */
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const ACTING = new Set(["Enter", "Tab", "Backspace", "Delete"]);

/** The part of a view that reads the selection of the page; ProseMirror keeps it to itself. */
interface Observed {
  domObserver?: { flush?: () => void };
}

/** What was pressed last; "" for a pointer. */
let lastKey = "";
const took = (event: Event): void => {
  lastKey = event instanceof KeyboardEvent ? event.key : "";
};
window.addEventListener("keydown", took, true);
window.addEventListener("pointerdown", took, true);

/** Take note of where the caret stands on the page. */
export function readCaret(view: EditorView): void {
  (view as unknown as Observed).domObserver?.flush?.();
}

/** Put the caret on the page anew where the Tab key led in: before a box to tick or a line, Chromium sets none. */
function putCaret(view: EditorView): void {
  if (view.isDestroyed || !view.hasFocus()) return;
  document.getSelection()?.removeAllRanges();
  view.focus();
}

export const caretFirst = () =>
  new Plugin({
    props: {
      handleDOMEvents: {
        focus(view: EditorView) {
          // The browser sets what it sets after this event.
          if (lastKey === "Tab") setTimeout(putCaret, 0, view);
          return false;
        },
        keydown(view: EditorView, event) {
          // A letter, too: typed at a stale caret, a space at the end of a line is lost.
          const isActing = ACTING.has(event.key) || event.key.length === 1;
          if (isActing && !event.isComposing && !view.composing) readCaret(view);
          return false;
        },
      },
    },
  });
