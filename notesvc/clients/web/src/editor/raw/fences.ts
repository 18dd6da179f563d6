/** The fence that ends a block of code stands where the one that begins it does, not under the line before it. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

/** Fewer would be code; longer ones are closed by hand. */
const MARK = 3;

/** What typing the last sign of such a fence does at the caret; null where it is none. */
export function closed(state: EditorState, sign: string): TransactionSpec | null {
  const { main, ranges } = state.selection;
  const { head, empty } = main;
  const line = state.doc.lineAt(head);
  const isLast = head === line.to && line.text.trimStart() === sign.repeat(MARK - 1);
  const isAlone = empty && ranges.length === 1;
  const lead = isAlone && isLast && /^\s/.test(line.text) ? leadOf(state, head, sign.repeat(MARK)) : null;
  if (lead === null) return null;
  const insert = lead + sign.repeat(MARK);
  const selection = { anchor: line.from + insert.length };
  return { changes: { from: line.from, to: head, insert }, selection, userEvent: "input.type" };
}

/** What stands before the fence around that place, if it is one of these signs, and none ends it yet. */
function leadOf(state: EditorState, at: number, signs: string): string | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1);
  while (node && node.name !== "FencedCode") node = node.parent;
  const [mark, end] = node?.getChildren("CodeMark") ?? [];
  if (!mark || end || state.sliceDoc(mark.from, mark.to) !== signs) return null;
  const first = state.doc.lineAt(mark.from);
  const lead = first.text.slice(0, mark.from - first.from);
  return lead.trim() === "" ? lead : null;
}
