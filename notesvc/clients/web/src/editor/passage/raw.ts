/** Passages of the raw surface: ranges that are mapped through every change, whoever makes it. */
import { isolateHistory } from "@codemirror/commands";
import { StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { type Passage, type Proposed, type Scope, tidied } from "./passage";

interface Place {
  id: number;
  from: number;
  to: number;
}

const put = StateEffect.define<Place>();
const gone = StateEffect.define<number>();

const places = StateField.define<readonly Place[]>({
  create: () => [],
  update(known, change) {
    let now = known;
    if (change.docChanged) now = now.map(({ id, from, to }) => ({ id, ...mapped(from, to, change) }));
    for (const effect of change.effects) {
      if (effect.is(put)) now = [...now, effect.value];
      if (effect.is(gone)) now = now.filter(({ id }) => id !== effect.value);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.compute([field], (state) => shown(state.field(field))),
});

/** What is typed at its ends does not belong to it. */
function mapped(from: number, to: number, { changes }: Transaction): { from: number; to: number } {
  const start = changes.mapPos(from, 1);
  return { from: start, to: Math.max(start, changes.mapPos(to, -1)) };
}

const shown = (all: readonly Place[]): DecorationSet =>
  Decoration.set(
    all
      .filter(({ from, to }) => to > from)
      .map(({ from, to }) => Decoration.mark({ class: "raw-passage" }).range(from, to)),
    true,
  );

let count = 0;

export function takeRaw(view: EditorView, scope: Scope): Passage {
  count += 1;
  const id = count;
  const { kind, from, to } = placed(view, scope);
  const markdown = view.state.sliceDoc(from, to);
  const isKnown = view.state.field(places, false) !== undefined;
  const effects: StateEffect<unknown>[] = isKnown ? [] : [StateEffect.appendConfig.of(places)];
  view.dispatch({ effects });
  view.dispatch({ effects: put.of({ id, from, to }) });
  const now = () => view.state.field(places).find((place) => place.id === id) ?? { from: 0, to: 0 };
  const isSame = () => view.state.sliceDoc(now().from, now().to) === markdown;
  return {
    kind,
    markdown,
    above: view.state.sliceDoc(0, from),
    isSame,
    asWritten: ({ content }) => tidied(content),
    replace: (proposed) => {
      const { from: start, to: end } = kind === "note" ? { from: 0, to: view.state.doc.length } : now();
      change(view, start, end, framed(view.state.sliceDoc(start, end), tidied(proposed.content)));
    },
    insertBelow: (proposed) => putBelow(view, now().to, proposed),
    rect: () => rectOf(view, now()),
    isShown: () => view.dom.isConnected,
    release: () => view.dom.isConnected && view.dispatch({ effects: gone.of(id) }),
  };
}

function placed({ state }: EditorView, scope: Scope): { kind: Passage["kind"]; from: number; to: number } {
  const { from, to, empty } = state.selection.main;
  if (scope === "line") {
    const line = state.doc.lineAt(from);
    return { kind: "line", from: line.from, to: line.to };
  }
  if (scope === "marked" && !empty) return { kind: "selection", from, to };
  return { kind: "note", from: 0, to: state.doc.length };
}

/** The blank signs around what was there stay. */
function framed(before: string, text: string): string {
  const lead = /^\s*/.exec(before)?.[0] ?? "";
  if (lead.length === before.length) return text;
  return `${lead}${text.trimStart()}${/\s*$/.exec(before)?.[0] ?? ""}`;
}

function putBelow(view: EditorView, at: number, { content }: Proposed): void {
  const { doc } = view.state;
  const line = doc.lineAt(at);
  const next = line.number < doc.lines ? doc.line(line.number + 1).text.trim() : "";
  const before = line.text.trim() === "" ? (line.number > 1 ? "\n" : "") : "\n\n";
  change(view, line.to, line.to, `${before}${tidied(content)}${next === "" ? "" : "\n"}`);
}

/** Only what is another is changed, so that others' carets stay where they are; the step stands alone in the history. */
function change(view: EditorView, from: number, to: number, insert: string): void {
  const before = view.state.sliceDoc(from, to);
  let start = 0;
  const least = Math.min(before.length, insert.length);
  while (start < least && before[start] === insert[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === insert.at(-1 - end)) end += 1;
  const changes = { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
  view.dispatch({
    changes,
    selection: { anchor: from + insert.length },
    annotations: [isolateHistory.of("full"), Transaction.userEvent.of("input.proposal")],
    scrollIntoView: true,
  });
  view.focus();
}

function rectOf(view: EditorView, { from, to }: { from: number; to: number }): DOMRect | null {
  const [first, last] = [view.coordsAtPos(from), view.coordsAtPos(to)];
  const box = view.contentDOM.getBoundingClientRect();
  const { from: seenFrom, to: seenTo } = view.viewport;
  // What is out of view has no place: it is where the text begins or ends.
  const top = first?.top ?? (from < seenFrom ? box.top : null);
  const bottom = last?.bottom ?? (to > seenTo ? box.bottom : null);
  if (top === null || bottom === null) return null;
  return new DOMRect(box.left, top, box.width, Math.max(0, bottom - top));
}
