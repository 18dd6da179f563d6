/** The raw surface: markdown as it is stored, to the byte. */
import { openSearchPanel } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/jetbrains-mono/wght-italic.css";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { copyLink } from "./anchorLink";
import { type Caret, CONTEXT, offsetIn } from "./caretWords";
import "../render/blocks.css";
import type { Match } from "../addresses";
import { stands } from "../saving/deliver";
import { placeOf } from "../search/match";
import { flushWhenLeft } from "./document/leaving";
import { Pending } from "./document/pending";
import { anchorAtCaret, headingAnchor, ownBlocks, reveal } from "./raw/anchor";
import { isUnread } from "./raw/complete";
import { arriveIn, leaveMarks } from "./raw/files";
import { textOf } from "./raw/lineEnds";
import { keepPast } from "./raw/past";
import { Places, Portals, placesOf } from "./raw/places";
import "./menus/menu.css";
import { peopleChanged } from "./raw/formulas";
import "./raw/raw.css";
import { toggleScript } from "./raw/scripts";
import { allowEditing, followWriting, stateOf } from "./raw/state";
import { changeTable, tableAt } from "./raw/tables";
import { typeAtCaret } from "./raw/typing";
import { isSameSurface, type SurfaceHandle, type SurfaceProps } from "./surface";
import { useWorkspaceContext, type WorkspaceContext } from "./workspaceContext";

const NO_BLOCKS: never[] = [];

export default memo(RawSurface, isSameSurface);

function RawSurface(props: SurfaceProps<string>) {
  const { noteId, shared, isEditable, onChange, onReady } = props;
  const box = useRef<HTMLDivElement>(null);
  const [places] = useState(() => new Places());
  const workspace = useWorkspaceContext(noteId, NO_BLOCKS);
  const shown = useRef<EditorView>(undefined);
  const latest = useRef({ onChange, onReady });
  latest.current = { onChange, onReady };
  // Before anything is painted: nothing else is shown of the text meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read once; another one comes with another key
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const initial = shared?.content() ?? props.initial;
    let last = initial;
    const pending = new Pending(() => {
      const text = shared?.content() ?? textOf(view.state);
      if (text === last) return;
      last = text;
      latest.current.onChange(text);
    });
    const given = { text: initial, isEditable, places: placesOf.of(places), history: shared?.raw() };
    const state = stateOf(given, workspace, () => pending.touch());
    const view = new EditorView({ state, parent: box.current });
    shown.current = view;
    workspace.ownBlocks = ownBlocks(view);
    const stops = [flushWhenLeft(view.dom, pending), followWriting(view)];
    latest.current.onReady?.(handleOf(view, pending, workspace));
    const put = (mark: string, url: string) => arriveIn(view, mark, url);
    const away = stands({ noteId: () => noteId, put });
    return () => {
      // While the note is still held by its page, as effects of the page above end before those of what it shows.
      away();
      leaveMarks(view);
      pending.flush();
      for (const stop of stops) stop();
      if (!shared) keepPast(noteId, view);
      view.destroy();
    };
  }, []);
  useLayoutEffect(() => shown.current && allowEditing(shown.current, isEditable), [isEditable]);
  const { names } = workspace.reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other people, other names in the text
  useEffect(() => shown.current?.dispatch({ effects: peopleChanged.of(null) }), [names]);
  return (
    <>
      <div ref={box} className="raw-surface" dir="auto" />
      <Portals places={places} />
    </>
  );
}

function handleOf(view: EditorView, pending: Pending, workspace: WorkspaceContext): SurfaceHandle {
  return {
    focus: (at = "start") => {
      view.dispatch({ selection: { anchor: at === "start" ? 0 : view.state.doc.length } });
      view.focus();
    },
    goOn: () => goOn(view),
    table: (act) => {
      changeTable(view, act);
      view.focus();
    },
    find: () => void openSearchPanel(view),
    reveal: (anchor) => reveal(view, anchor),
    script: (tag) => {
      toggleScript(view, tag);
      view.focus();
    },
    copyLink: (as) =>
      void copyLink(workspace, as === "block" ? anchorAtCaret(view) : headingAnchor(view), as),
    seek: (match) => seek(view, match),
    flush: () => pending.flush(),
    type: (text) => typeAtCaret(view, text),
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

/** Behind a table or code a line of its own, so that what is typed does not become a part of it. */
function goOn(view: EditorView): void {
  const { doc, readOnly } = view.state;
  const text = doc.sliceString(Math.max(0, doc.length - 20_000));
  const blank = text.slice(text.trimEnd().length);
  const end = doc.length - blank.length;
  const isWithin = isUnread(view.state, end) || isInTable(view.state, end);
  const missing = isWithin && !readOnly ? 3 - blank.split("\n").length : 0;
  const insert = "\n".repeat(Math.max(0, missing));
  view.dispatch({
    ...(insert && { changes: { from: doc.length, insert } }),
    selection: { anchor: doc.length + insert.length },
    scrollIntoView: true,
    userEvent: "select",
  });
  view.focus();
}

const isInTable = (state: EditorState, at: number): boolean =>
  tableAt(state.update({ selection: { anchor: at } }).state) !== null;

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
