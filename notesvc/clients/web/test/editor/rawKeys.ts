/** A raw surface with its keys, written as text in which `|` is the caret and `‹ ›` hold what is selected. */
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorSelection, EditorState } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import { wrapping } from "../../src/editor/raw/formatting";
import { highlight } from "../../src/editor/raw/highlight";
import { numbersWithoutGaps } from "../../src/editor/raw/lists";
import { maths } from "../../src/editor/raw/maths";
import { typedSigns } from "../../src/editor/raw/signs";

export function viewOf(marked: string): EditorView {
  const text = marked.replace(/[‹›¦]/g, "");
  const [start, end] = [marked.search(/[‹¦]/), marked.indexOf("›")];
  const selection = EditorSelection.single(Math.max(0, start), end < 0 ? Math.max(0, start) : end - 1);
  const extensions = [
    markdown({ base: markdownLanguage, addKeymap: false, extensions: [highlight, maths] }),
    wrapping,
    typedSigns,
    numbersWithoutGaps,
  ];
  const state = EditorState.create({ doc: text, selection, extensions });
  ensureSyntaxTree(state, text.length, 5_000);
  return new EditorView({ state });
}

/** The text with the caret as `¦`, or what is selected in `‹ ›`; the view ends before it would measure itself. */
export function shown(view: EditorView): string {
  const { doc, selection } = view.state;
  view.destroy();
  const text = doc.toString();
  const { from, to, empty } = selection.main;
  if (empty) return `${text.slice(0, from)}¦${text.slice(from)}`;
  return `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
}

/** What the text is after these commands; null where one of them leaves the key to others. */
export function made(marked: string, ...commands: Command[]): string | null {
  const view = viewOf(marked);
  const isTaken = commands.every((command) => command(view));
  const text = shown(view);
  return isTaken ? text : null;
}

/** As the browser tells of a letter that is typed. */
export function typed(marked: string, letter: string): string {
  const view = viewOf(marked);
  const { from, to } = view.state.selection.main;
  const insert = () =>
    view.state.update({ changes: { from, to, insert: letter }, selection: { anchor: from + 1 } });
  const isTaken = view.state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, letter, insert));
  if (!isTaken) view.dispatch(insert());
  return shown(view);
}
