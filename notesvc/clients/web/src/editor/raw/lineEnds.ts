/** Keeps the line ends of a text as they were: CodeMirror itself knows one kind only. */
import { invertedEffects } from "@codemirror/commands";
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";

/** Marks a line break that is not the usual one of its text. */
class LineEnd extends RangeValue {
  // What is typed right before or behind a line break does not belong to it.
  override startSide = 1;
  override endSide = -1;
  constructor(readonly text: string) {
    super();
  }
  override eq(other: LineEnd): boolean {
    return other.text === this.text;
  }
}

type Kept = { from: number; text: string };

interface LineEnds {
  usual: string;
  others: RangeSet<LineEnd>;
}

const BREAK = /\r\n|\r|\n/g;
const putBack = StateEffect.define<Kept[]>({
  map: (kept, changes) => kept.map(({ from, text }) => ({ from: changes.mapPos(from, 1), text })),
});

/** The line ends of a text: which is the usual, and where another stands. */
export function lineEndsOf(text: string): LineEnds {
  const counts: Record<string, number> = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const [found] of text.matchAll(BREAK)) counts[found] = (counts[found] ?? 0) + 1;
  const usual = Object.entries(counts).reduce((most, each) => (each[1] > most[1] ? each : most))[0];
  const builder = new RangeSetBuilder<LineEnd>();
  let shrunk = 0;
  for (const match of text.matchAll(BREAK)) {
    const at = match.index - shrunk;
    if (match[0] !== usual) builder.add(at, at + 1, new LineEnd(match[0]));
    shrunk += match[0].length - 1;
  }
  return { usual, others: builder.finish() };
}

const field = StateField.define<LineEnds>({
  create: () => ({ usual: "\n", others: RangeSet.empty }),
  update(ends, change) {
    if (!change.docChanged && change.effects.length === 0) return ends;
    let others = change.docChanged ? ends.others.map(change.changes) : ends.others;
    for (const effect of change.effects)
      if (effect.is(putBack))
        others = others.update({
          add: effect.value.map(({ from, text }) => new LineEnd(text).range(from, from + 1)),
          sort: true,
        });
    return { usual: ends.usual, others };
  },
});

/** Undoing a deletion brings the line ends back that were deleted with it. */
const undone = invertedEffects.of((change: Transaction) => {
  const gone: Kept[] = [];
  const others = change.startState.field(field).others;
  if (others.size === 0) return [];
  change.changes.iterChanges((from, to) => {
    others.between(from, to, (at, end, value) => {
      if (at >= from && end <= to) gone.push({ from: at, text: value.text });
    });
  });
  return gone.length > 0 ? [putBack.of(gone)] : [];
});

export function keepLineEnds(text: string): Extension {
  return [field.init(() => lineEndsOf(text)), undone];
}

/** The text with its own line ends. */
export function textOf(state: EditorState): string {
  const { usual, others } = state.field(field);
  const text = state.doc.toString();
  if (others.size === 0) return usual === "\n" ? text : text.replaceAll("\n", usual);
  const usually = (part: string) => (usual === "\n" ? part : part.replaceAll("\n", usual));
  const parts: string[] = [];
  let from = 0;
  for (const cursor = others.iter(); cursor.value !== null; cursor.next()) {
    if (text[cursor.from] !== "\n") continue;
    parts.push(usually(text.slice(from, cursor.from)), cursor.value.text);
    from = cursor.from + 1;
  }
  parts.push(usually(text.slice(from)));
  return parts.join("");
}
