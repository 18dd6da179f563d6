/** `<sub>` and `<sup>` in the markdown: shown as what they mean, put around words and taken off again. */
import { type ChangeSpec, EditorSelection, type EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { scriptOfKey } from "../scriptKey";
import type { ScriptTag } from "../tokens/scripts";
import { isUnread } from "./complete";
import { partsOf } from "./formatting";

const SCRIPT = /<(sub|sup)>((?:(?!<\/?su[bp]>)[^\n])*)<\/\1>/gi;
/** Characters; a longer line is not looked at. */
const LONGEST = 20_000;

export interface RawScript {
  tag: ScriptTag;
  /** With the tags, and without them. */
  from: number;
  to: number;
  start: number;
  end: number;
}

/** What is between tags on the line of that place. */
export function scriptsOnLine({ doc }: EditorState, at: number): RawScript[] {
  const line = doc.lineAt(at);
  if (line.length > LONGEST || !line.text.includes("<")) return [];
  return [...line.text.matchAll(SCRIPT)].map((found) => {
    const from = line.from + found.index;
    const [tag = "sub", words = ""] = found.slice(1);
    const start = from + tag.length + 2;
    const to = from + found[0].length;
    return { tag: tag.toLowerCase() as ScriptTag, from, to, start, end: start + words.length };
  });
}

export function toggleScript(view: EditorView, tag: ScriptTag): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (state.readOnly || isUnread(state, main.head)) return true;
  const around = scriptsOnLine(state, main.from).find(
    ({ start, end }) => start <= main.from && main.to <= end,
  );
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  if (around !== undefined) {
    const isOther = around.tag !== tag;
    view.dispatch({
      changes: [
        { from: around.from, to: around.start, insert: isOther ? open : "" },
        { from: around.end, to: around.to, insert: isOther ? close : "" },
      ],
      userEvent: "input",
    });
    return true;
  }
  const parts = main.empty ? [{ from: main.from, to: main.to }] : partsOf(state, main);
  const changes: ChangeSpec[] = parts.map(({ from, to }) => ({
    from,
    to,
    insert: open + state.sliceDoc(from, to) + close,
  }));
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return true;
  const moved = (parts.length - 1) * (open.length + close.length) + open.length;
  const selection = EditorSelection.range(first.from + open.length, last.to + moved);
  view.dispatch({ changes, selection, userEvent: "input" });
  return true;
}

/** For the keys of the surface. */
export function scriptByKey(view: EditorView, event: KeyboardEvent): boolean {
  const tag = scriptOfKey(event);
  return tag !== undefined && toggleScript(view, tag);
}
