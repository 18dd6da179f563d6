/** What is copied as markdown is the source, and beside it the page that it makes. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { MARKDOWN, withSource } from "../paste/meaning";
import { htmlOf } from "./htmlOf";
import { isInCode } from "./pasting";

/** Of more letters no page is made: copying must not wait for that. */
const MOST = 400_000;

export const copying = (): Extension => EditorView.domEventHandlers({ copy: take, cut: take });

function take(event: ClipboardEvent, view: EditorView): boolean {
  const { state } = view;
  const { ranges, main } = state.selection;
  const data = event.clipboardData;
  // A whole line without a selection, several places at once, and code are CodeMirror's own to copy.
  if (data === null || main.empty || ranges.length > 1 || isInCode(state)) return false;
  const text = state.sliceDoc(main.from, main.to);
  event.preventDefault();
  data.clearData();
  data.setData("text/plain", text);
  data.setData(MARKDOWN, text);
  if (text.length <= MOST) data.setData("text/html", withSource(htmlOf(text)));
  if (event.type === "cut" && !state.readOnly)
    view.dispatch({
      changes: { from: main.from, to: main.to },
      scrollIntoView: true,
      userEvent: "delete.cut",
    });
  return true;
}
