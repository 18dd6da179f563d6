/** Bold and its like by key in the markdown: put on, taken off again, over several lines, and around what is selected. */
import { syntaxTree } from "@codemirror/language";
import { type ChangeSpec, EditorSelection, type EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { isUnread } from "./complete";
import { itemOf, linePrefix } from "./items";

export type Style = "bold" | "italic" | "strike" | "highlight" | "code";

const STYLES: Record<Style, { sign: string; node: string }> = {
  bold: { sign: "**", node: "StrongEmphasis" },
  italic: { sign: "*", node: "Emphasis" },
  strike: { sign: "~~", node: "Strikethrough" },
  highlight: { sign: "==", node: "Highlight" },
  code: { sign: "`", node: "InlineCode" },
};

interface Part {
  from: number;
  to: number;
}

export const toggle =
  (style: Style) =>
  (view: EditorView): boolean => {
    const { state } = view;
    if (state.readOnly || isUnread(state, state.selection.main.head)) return true;
    const { main } = state.selection;
    if (main.empty) toggleAtCaret(view, style);
    else toggleParts(view, style, partsOf(state, main));
    return true;
  };

/** What is selected of each line, without the signs that begin it and the blanks around it. */
export function partsOf({ doc }: EditorState, { from, to }: Part): Part[] {
  const parts: Part[] = [];
  for (let number = doc.lineAt(from).number; number <= doc.lineAt(to).number; number++) {
    const line = doc.line(number);
    const start = line.from + startOf(line.text);
    const [begin, end] = [Math.max(from, start), Math.min(to, line.to)];
    const said = doc.sliceString(begin, Math.max(begin, end));
    if (said.trim() !== "")
      parts.push({ from: begin + said.search(/\S/), to: begin + said.trimEnd().length });
  }
  return parts;
}

/** Where the words of a line begin. */
function startOf(text: string): number {
  const item = itemOf(text);
  if (item !== null) return item.start;
  const prefix = linePrefix(text);
  return prefix.length + (/^(?:#{1,6}[ \t]+|[ \t]+)?/.exec(text.slice(prefix.length))?.[0].length ?? 0);
}

function toggleAtCaret(view: EditorView, style: Style): void {
  const { state } = view;
  const { head } = state.selection.main;
  const { sign } = STYLES[style];
  const around = enclosing(state, style, { from: head, to: head });
  if (around === null ? isUnfinished(state, head, sign) : head === around.close.from) {
    // Who writes in it goes on behind it.
    const behind = around?.close.to ?? head + sign.length;
    view.dispatch({ selection: EditorSelection.cursor(behind), userEvent: "select" });
    return;
  }
  if (around !== null) {
    change(view, [removed(around.open), removed(around.close)]);
    return;
  }
  const word = state.wordAt(head);
  if (word !== null && word.from < head && head < word.to) {
    toggleParts(view, style, [word], true);
    return;
  }
  const isBetween =
    state.sliceDoc(head - sign.length, head) === sign && state.sliceDoc(head, head + sign.length) === sign;
  if (isBetween) {
    change(view, [{ from: head - sign.length, to: head + sign.length }]);
    return;
  }
  view.dispatch({
    changes: { from: head, insert: sign + sign },
    selection: EditorSelection.cursor(head + sign.length),
    userEvent: "input",
  });
}

/** Whether the caret stands behind a blank, before signs that the blank keeps from closing what is open: `**so |**`. */
function isUnfinished(state: EditorState, head: number, sign: string): boolean {
  if (state.sliceDoc(head, head + sign.length) !== sign || !/\s/.test(state.sliceDoc(head - 1, head)))
    return false;
  const before = state.sliceDoc(state.doc.lineAt(head).from, head);
  return (before.split(sign).length - 1) % 2 === 1;
}

/** Off where all of it has the style, else on. */
function toggleParts(view: EditorView, style: Style, parts: Part[], isCaret = false): void {
  if (parts.length === 0) return;
  const { state } = view;
  const { sign } = STYLES[style];
  const worn = parts.map((part) => wornBy(state, style, part));
  const changes: ChangeSpec[] = worn.every((each) => each !== null)
    ? worn.flatMap((each, at) => takenOff(state, sign, parts[at] as Part, each as Worn))
    : parts.flatMap((part, at) =>
        worn[at]
          ? []
          : [
              { from: part.from, insert: sign },
              { from: part.to, insert: sign },
            ],
      );
  const set = state.changes(changes);
  const [first, last] = [parts[0] as Part, parts.at(-1) as Part];
  const selection = isCaret
    ? state.selection.map(set, 1)
    : EditorSelection.single(
        set.mapPos(first.from, 1),
        Math.max(set.mapPos(first.from, 1), set.mapPos(last.to, -1)),
      );
  view.dispatch({ changes: set, selection, userEvent: "input" });
}

interface Worn {
  open: Part;
  close: Part;
}

/** The signs that give a part its style: those of the text around it, or those right beside or within it. */
function wornBy(state: EditorState, style: Style, part: Part): Worn | null {
  const { sign } = STYLES[style];
  const width = sign.length;
  const { from, to } = part;
  const outer = [runBefore(state, from, sign), runBehind(state, to, sign)] as const;
  if (outer.every((run) => has(run, style)))
    return { open: { from: from - width, to: from }, close: { from: to, to: to + width } };
  const inner = [runBehind(state, from, sign), runBefore(state, to, sign)] as const;
  if (to - from > 2 * width && inner.every((run) => has(run, style)))
    return { open: { from, to: from + width }, close: { from: to - width, to } };
  return enclosing(state, style, part);
}

/** Whether a row of so many signs gives the style: of three stars one is for italic, two are for bold. */
function has(run: number, style: Style): boolean {
  if (style === "bold") return run >= 2;
  if (style === "italic") return run % 2 === 1;
  return run >= STYLES[style].sign.length;
}

function runBefore(state: EditorState, at: number, sign: string): number {
  const line = state.doc.lineAt(at);
  return countEnd([...line.text.slice(0, at - line.from)].reverse().join(""), sign);
}

function runBehind(state: EditorState, at: number, sign: string): number {
  const line = state.doc.lineAt(at);
  return countEnd(line.text.slice(at - line.from), sign);
}

function countEnd(text: string, sign: string): number {
  let run = 0;
  while (text[run] === sign[0]) run++;
  return run;
}

/** The marks of the styled text that a part stands in. */
function enclosing(state: EditorState, style: Style, { from, to }: Part): Worn | null {
  const { node: kind } = STYLES[style];
  let node = syntaxTree(state).resolveInner(from, from === to ? -1 : 1);
  for (; node.parent !== null; node = node.parent) {
    const { firstChild: open, lastChild: close } = node;
    if (node.name !== kind || open === null || close === null) continue;
    if (node.to < to || from > close.from || to < open.to) continue;
    return { open: { from: open.from, to: open.to }, close: { from: close.from, to: close.to } };
  }
  return null;
}

/** The style goes from the part alone: what is before and behind it in the same signs keeps it. */
function takenOff(state: EditorState, sign: string, part: Part, { open, close }: Worn): ChangeSpec[] {
  const [before, behind] = [
    state.sliceDoc(open.to, Math.max(open.to, part.from)),
    state.sliceDoc(Math.min(part.to, close.from), close.from),
  ];
  const start = open.to + before.trimEnd().length;
  const end = close.from - behind.trimStart().length;
  return [
    before.trim() === "" ? removed(open) : { from: start, insert: sign },
    behind.trim() === "" ? removed(close) : { from: end, insert: sign },
  ];
}

const removed = ({ from, to }: Part): ChangeSpec => ({ from, to });

function change(view: EditorView, changes: ChangeSpec[]): void {
  view.dispatch({ changes, userEvent: "input" });
}

const ADDRESS = /^(?:https?:\/\/|mailto:|note:\/\/)\S+$/i;

/** A link around what is selected, off again inside of one; false where nothing is selected. */
export function toggleLink(view: EditorView): boolean {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  if (empty || state.readOnly || isUnread(state, from)) return false;
  const line = state.doc.lineAt(from);
  const link = linkAround(line.text, from - line.from, to - line.from);
  if (link !== null) {
    const start = line.from + link.at;
    view.dispatch({
      changes: { from: start, to: start + link.whole.length, insert: link.words },
      selection: EditorSelection.range(start, start + link.words.length),
      userEvent: "input",
    });
    return true;
  }
  if (to > line.to) return false;
  const words = state.sliceDoc(from, to);
  const isAddress = ADDRESS.test(words.trim());
  const insert = isAddress ? `[](${words.trim()})` : `[${words}]()`;
  const caret = isAddress ? from + 1 : from + insert.length - 1;
  const selection = EditorSelection.cursor(caret);
  view.dispatch({ changes: { from, to, insert }, selection, userEvent: "input" });
  return true;
}

function linkAround(
  text: string,
  from: number,
  to: number,
): { at: number; whole: string; words: string } | null {
  for (const found of text.matchAll(/(?<!!)\[([^[\]\n]*)\]\([^()\n]*\)/g))
    if (found.index <= from && to <= found.index + found[0].length)
      return { at: found.index, whole: found[0], words: found[1] ?? "" };
  return null;
}

const PAIRS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
const WRAPPING = new Set(["*", "_", "`", "~", "=", "(", "[", "{", '"']);

/** A sign of markdown that is typed on a selection goes around it. */
export const wrapping: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (!WRAPPING.has(text) || from === to || state.readOnly || view.composing) return false;
  if (state.selection.ranges.length > 1 || isUnread(state, from)) return false;
  const { main } = state.selection;
  if (main.from !== from || main.to !== to) return false;
  const changes = [
    { from, insert: text },
    { from: to, insert: PAIRS[text] ?? text },
  ];
  const selection = EditorSelection.range(main.anchor + 1, main.head + 1);
  view.dispatch({ changes, selection, userEvent: "input.type" });
  return true;
});
