/** Focus and typewriter mode in the raw surface, and the room around the caret. */
import type { EditorState, Extension, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Writing } from "../writing";
import { centre } from "./centre";
import { missingRoom } from "./room";
import "./modes.css";

const near = Decoration.line({ class: "is-near" });

/** The lines of the paragraph with the caret. */
export function paragraphAt({ doc, selection }: EditorState): { first: number; last: number } {
  const { from, to } = selection.main;
  let [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  const isBlank = (number: number) => doc.line(number).text.trim() === "";
  while (first > 1 && !isBlank(first) && !isBlank(first - 1)) first--;
  while (last < doc.lines && !isBlank(last) && !isBlank(last + 1)) last++;
  return { first, last };
}

function nearOf(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const { first, last } = paragraphAt(view.state);
  const [top, bottom] = [doc.lineAt(view.viewport.from).number, doc.lineAt(view.viewport.to).number];
  const lines: Range<Decoration>[] = [];
  for (let number = Math.max(first, top); number <= Math.min(last, bottom); number++)
    lines.push(near.range(doc.line(number).from));
  return Decoration.set(lines);
}

const focus: Extension = [
  EditorView.editorAttributes.of({ class: "is-focus-mode" }),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = nearOf(view);
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.selectionSet || update.viewportChanged)
          this.decorations = nearOf(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];

/** A click leaves the text where it is: it would go away from under the pointer. */
const typewriter: Extension = EditorView.updateListener.of(
  ({ view, transactions, docChanged, selectionSet }) => {
    if (!view.hasFocus || !(docChanged || selectionSet)) return;
    if (transactions.some((each) => each.isUserEvent("select.pointer"))) return;
    requestAnimationFrame(() => {
      if (view.hasFocus) centre(view.dom, view.coordsAtPos(view.state.selection.main.head));
    });
  },
);

const scrollerOf = (view: EditorView) => view.dom.closest<HTMLElement>(".note-scroll");

/** CodeMirror's own margins are those of its box, which scrolls nothing here, and hide the lists near its end. */
const room: Extension = EditorView.updateListener.of(({ view, transactions }) => {
  if (!transactions.some((each) => each.scrollIntoView)) return;
  view.requestMeasure({
    key: room,
    read: () => missingRoom(scrollerOf(view), view.coordsAtPos(view.state.selection.main.head)),
    write: (missing) => missing !== 0 && scrollerOf(view)?.scrollBy(0, missing),
  });
});

export const rawModes = ({ isFocused, isTypewriter }: Writing): Extension => [
  room,
  isFocused ? focus : [],
  isTypewriter ? typewriter : [],
];
