/** Steps back that outlive a change of surface: what was done to a note in blocks meanwhile is one step of them. */
import { historyField, isolateHistory } from "@codemirror/commands";
import { EditorState, type EditorStateConfig } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { difference } from "../../rooms/raw/lines";
import { keep, leaveTexts, pastOf } from "../past";

export function keepPast(noteId: string, { state }: EditorView): void {
  leaveTexts(noteId);
  keep(noteId, { text: state.doc.toString(), state: state.toJSON({ history: historyField }) });
}

/** The state with its steps back, as far as they lead to what the note says now. */
export function withPast(noteId: string, config: EditorStateConfig & { doc: string }): EditorState {
  const past = pastOf(noteId);
  // Line ends of other kinds are counted from the text that is shown.
  if (past === undefined || `${past.text}${config.doc}`.includes("\r")) return EditorState.create(config);
  const { doc, ...rest } = config;
  const before =
    past.state === undefined
      ? EditorState.create({ ...rest, doc: past.text })
      : EditorState.fromJSON(past.state, rest, { history: historyField });
  if (past.text === doc) return before;
  const change = { changes: difference(past.text, doc), annotations: isolateHistory.of("full") };
  return before.update(change).state;
}
