/**
 * Signs that mean more than themselves where they are typed. Those that a line is begun with become those of an item, as in
 * blocks: `[]` a task; behind a sign that stands there, another one.
 */
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { isUnread } from "./complete";
import { closed } from "./fences";
import { linePrefix } from "./items";
import { byHand } from "./tables";

const BOX = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?\[([ xX]?)\]$/;
const AGAIN = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\][ \t]+)?([-*+]|\d{1,9}[.)])$/;

const isNumber = (sign = ""): boolean => /\d/.test(sign);

/** What the signs before the caret, which a blank ends, are instead; null where they stay. */
function instead(signs: string): string | null {
  const [box, indent = "", marker, tick = " "] = BOX.exec(signs) ?? [];
  // Behind the sign of an item, `[ ]` is a task as it is.
  if (box !== undefined) return marker && tick !== "" ? null : `${indent}${marker ?? "- "}[${tick || " "}] `;
  const [again, lead = "", first = "", gap = "", task = "", second = ""] = AGAIN.exec(signs) ?? [];
  if (again === undefined) return null;
  return `${lead}${isNumber(first) && isNumber(second) ? first : second}${gap}${task}`;
}

/** What a blank does behind such signs; null where it is a blank. */
function begun(state: EditorState): TransactionSpec | null {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  const before = state.doc.sliceString(line.from, main.head);
  if (!main.empty || ranges.length > 1 || before.length > 200 || isUnread(state, main.head)) return null;
  const from = line.from + linePrefix(before).length;
  const signs = instead(state.doc.sliceString(from, main.head));
  if (signs === null) return null;
  const selection = { anchor: from + signs.length };
  return { changes: { from, to: main.head, insert: signs }, selection, userEvent: "input.type" };
}

const CHANGES = new Map<string, (state: EditorState, sign: string) => TransactionSpec | null>([
  [" ", begun],
  ["|", byHand],
  ["`", closed],
  ["~", closed],
]);

export const typedSigns: Extension = EditorView.inputHandler.of((view, _from, _to, text) => {
  const change = view.state.readOnly || view.composing ? null : CHANGES.get(text)?.(view.state, text);
  if (change) view.dispatch(change);
  return Boolean(change);
});
