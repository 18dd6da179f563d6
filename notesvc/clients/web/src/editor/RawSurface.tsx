/** The raw surface: markdown as it is stored, to the byte. */
import { openSearchPanel } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/jetbrains-mono/wght-italic.css";
import { useEffect, useLayoutEffect, useRef } from "react";
import { type Caret, CONTEXT, offsetIn } from "./caretWords";
import "../render/blocks.css";
import type { Match } from "../addresses";
import { nameKey } from "../render/tokens";
import { stands } from "../saving/deliver";
import { placeOf } from "../search/match";
import { flushWhenLeft } from "./document/leaving";
import { Pending } from "./document/pending";
import { arriveIn, leaveMarks } from "./raw/files";
import { textOf } from "./raw/lineEnds";
import "./menus/menu.css";
import { marksAnew } from "./raw/marks";
import "./raw/raw.css";
import { allowEditing, stateOf } from "./raw/state";
import type { SurfaceHandle, SurfaceProps } from "./surface";
import { useWorkspaceContext } from "./workspaceContext";

const NO_BLOCKS: never[] = [];

export default function RawSurface(props: SurfaceProps<string>) {
  const { noteId, shared, isEditable, onChange, onReady } = props;
  const box = useRef<HTMLDivElement>(null);
  const workspace = useWorkspaceContext(noteId, NO_BLOCKS);
  const shown = useRef<EditorView>(undefined);
  const leave = useRef(() => {});
  const latest = useRef({ onChange, onReady });
  latest.current = { onChange, onReady };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read once; another one comes with another key
  useEffect(() => {
    if (box.current === null) return undefined;
    const initial = shared?.content() ?? props.initial;
    let last = initial;
    const pending = new Pending(() => {
      const text = shared?.content() ?? textOf(view.state);
      if (text === last) return;
      last = text;
      latest.current.onChange(text);
    });
    const given = { text: initial, isEditable, history: shared?.raw() };
    const state = stateOf(given, workspace, () => pending.touch());
    const view = new EditorView({ state, parent: box.current });
    shown.current = view;
    const stop = flushWhenLeft(view.dom, pending);
    latest.current.onReady?.(handleOf(view, pending));
    const put = (mark: string, url: string) => arriveIn(view, mark, url);
    const away = stands({ noteId: () => noteId, put });
    leave.current = () => {
      away();
      leaveMarks(view);
      pending.flush();
    };
    return () => {
      pending.flush();
      stop();
      view.destroy();
    };
  }, []);
  // While the note is still held by its page, as effects of the page above end before those of what it shows.
  useLayoutEffect(() => () => leave.current(), []);
  useLayoutEffect(() => shown.current && allowEditing(shown.current, isEditable), [isEditable]);
  const { names } = workspace.reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other people, other names in the text
  useEffect(() => shown.current?.dispatch({ effects: marksAnew.of(null) }), [names]);
  return <div ref={box} className="raw-surface" dir="auto" />;
}

function handleOf(view: EditorView, pending: Pending): SurfaceHandle {
  return {
    focus: (at = "start") => {
      view.dispatch({ selection: { anchor: at === "start" ? 0 : view.state.doc.length } });
      view.focus();
    },
    find: () => void openSearchPanel(view),
    reveal: (heading) => reveal(view, heading),
    seek: (match) => seek(view, match),
    flush: () => pending.flush(),
    type: (text) => {
      const at = view.state.selection.main.head;
      view.dispatch({
        changes: { from: at, insert: text },
        selection: { anchor: at + text.length },
        scrollIntoView: true,
      });
    },
    caret: () => caretOf(view.state),
    passage: async (scope) => (await import("./passage/raw")).takeRaw(view, scope),
    place: (caret) => {
      const anchor = offsetIn(view.state.doc.toString(), caret);
      view.focus();
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: "center" }),
      });
      return true;
    },
  };
}

/** CodeMirror keeps only what is in view on the page, so the caret is asked of the text itself. */
function caretOf({ doc, selection }: EditorState): Caret {
  const offset = selection.main.head;
  return {
    before: doc.sliceString(Math.max(0, offset - CONTEXT), offset),
    after: doc.sliceString(offset, Math.min(doc.length, offset + CONTEXT)),
    offset,
    length: doc.length,
  };
}

function seek(view: EditorView, match: Match): void {
  const place = placeOf(view.state.doc.toString(), match);
  if (place === null) return;
  view.dispatch({
    selection: { anchor: place.from, head: place.to },
    effects: EditorView.scrollIntoView(place.from, { y: "center" }),
  });
}

function reveal(view: EditorView, heading: string): void {
  const wanted = nameKey(heading);
  for (let number = 1; number <= view.state.doc.lines; number++) {
    const line = view.state.doc.line(number);
    const text = /^#{1,6}\s+(.*?)(?:\s+#+)?\s*$/.exec(line.text)?.[1];
    if (text === undefined || nameKey(text) !== wanted) continue;
    view.dispatch({
      selection: { anchor: line.from },
      effects: EditorView.scrollIntoView(line.from, { y: "start" }),
    });
    return;
  }
}
