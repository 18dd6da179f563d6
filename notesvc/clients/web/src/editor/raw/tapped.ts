/** The first tap of a finger: the browser places the caret, and what the focus changes on the page must not take it away. */
import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";

/** Milliseconds within which a finger's press follows its touch. */
const SOON = 2_000;

/** CodeMirror leaves taps to the browser, and hears of their caret only after it has drawn what comes with the focus. */
class Tapped {
  #touched = Number.NEGATIVE_INFINITY;

  touch(): void {
    this.#touched = performance.now();
  }

  press(event: MouseEvent, view: EditorView): void {
    const isTap = performance.now() - this.#touched < SOON;
    if (!isTap || view.hasFocus || event.defaultPrevented) return;
    const anchor = view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (anchor !== null) view.dispatch({ selection: { anchor }, userEvent: "select.pointer" });
  }
}

export const tapped: Extension = ViewPlugin.fromClass(Tapped, {
  eventObservers: {
    touchstart() {
      this.touch();
    },
    mousedown(event, view) {
      this.press(event, view);
    },
  },
});
