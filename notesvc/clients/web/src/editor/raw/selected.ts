/**
 * Caret and selection are the browser's own: to draw them by script takes a second frame for each key. What is selected
 * stays in sight while the focus is elsewhere, as where a link or a search has led to.
 */
import { type Extension, RangeSet } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const mark = Decoration.mark({ class: "raw-selected" });

function shown({ hasFocus, state }: EditorView): DecorationSet {
  const { main } = state.selection;
  return hasFocus || main.empty ? RangeSet.empty : Decoration.set(mark.range(main.from, main.to));
}

export const selected: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = shown(view);
    }
    update(update: ViewUpdate) {
      if (update.focusChanged || update.selectionSet || update.docChanged)
        this.decorations = shown(update.view);
    }
  },
  { decorations: (each) => each.decorations },
);
