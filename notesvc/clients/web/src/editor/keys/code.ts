/** Indentation in code and in the source of raw markdown. */
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const isInCode = ({ state }: EditorView): boolean => {
  const { $from, $to } = state.selection;
  return $from.parent.type.spec.code === true && $from.sameParent($to);
};

/** Lines that are selected, by where they begin in the code. */
function lines(text: string, from: number, to: number): number[] {
  const starts = [text.lastIndexOf("\n", from - 1) + 1];
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}

/** What this code is indented by. */
export function unitOf(text: string): string {
  if (/^\t/m.test(text)) return "\t";
  const widths = [...text.matchAll(/^( {2,})\S/gm)].map((line) => line[1]?.length ?? 2);
  return " ".repeat(Math.min(...widths, widths.length > 0 ? 8 : 2));
}

/** Tab: the selected lines go in; a lone caret gets to the next stop. */
export function indent(view: EditorView): void {
  const { $from, $to, empty, from } = view.state.selection;
  const text = $from.parent.textContent;
  const unit = unitOf(text);
  const change = view.state.tr;
  if (empty) {
    const start = lines(text, $from.parentOffset, $from.parentOffset)[0] ?? 0;
    const missing = unit.length - (($from.parentOffset - start) % unit.length);
    change.insertText(unit === "\t" ? unit : " ".repeat(missing), from);
  } else {
    for (const start of lines(text, $from.parentOffset, $to.parentOffset).reverse())
      change.insertText(unit, $from.start() + start);
  }
  view.dispatch(change.scrollIntoView());
}

/** Shift+Tab: the lines with the selection come out by one stop. */
export function outdent(view: EditorView): void {
  const { $from, $to } = view.state.selection;
  const text = $from.parent.textContent;
  const most = unitOf(text).length;
  const change = view.state.tr;
  for (const start of lines(text, $from.parentOffset, $to.parentOffset).reverse()) {
    const own = /^(?:\t| *)/.exec(text.slice(start))?.[0] ?? "";
    const width = own === "\t" ? 1 : Math.min(own.length, most);
    if (width > 0) change.delete($from.start() + start, $from.start() + start + width);
  }
  view.dispatch(change);
}

/** Enter: the new line begins under the one before it. */
export function breakLine(view: EditorView): void {
  const { $from, from, to } = view.state.selection;
  const before = $from.parent.textContent.slice(0, $from.parentOffset);
  const own = /(?:^|\n)([ \t]*)[^\n]*$/.exec(before)?.[1] ?? "";
  view.dispatch(view.state.tr.insertText(`\n${own}`, from, to).scrollIntoView());
}

const FORMULA = /^\$\$[\s\S]*[^$\s][\s\S]*\$\$\s*$/;
/** Blank lines, the fence with which code ends in markdown, and a footnote of one line. */
const LAST_LINES = {
  codeBlock: /\n[ \t]*\n[ \t]*$|(?:^|\n)[ \t]*```[ \t]*$/,
  rawMarkdown: /\n[ \t]*$|^\[\^[^\s[\]^]+\]:.*\S.*$/,
};

/** Whether Enter at this place says that the block is finished: behind a whole formula, or on such a last line. */
export function isFinished(view: EditorView): boolean {
  const { $from, empty } = view.state.selection;
  const text = $from.parent.textContent;
  if (!empty || $from.parentOffset !== text.length) return false;
  const kind = $from.parent.type.name as keyof typeof LAST_LINES;
  return isBehindFormula(view) || LAST_LINES[kind]?.test(text) === true;
}

/** What is typed there would make the formula none. */
export function isBehindFormula({ state }: EditorView): boolean {
  const { $from, empty } = state.selection;
  const text = $from.parent.textContent;
  const isAtEnd = empty && $from.parentOffset === text.length;
  return isAtEnd && $from.parent.type.name === "rawMarkdown" && FORMULA.test(text);
}

/** Take away the lines by which the block was left. */
export function trimEnd(view: EditorView): void {
  const { $from } = view.state.selection;
  const isCode = $from.parent.type.name === "codeBlock";
  const blank =
    (isCode ? /(?:\s*(?:^|\n)[ \t]*```)?\s*$/ : /\s*$/).exec($from.parent.textContent)?.[0].length ?? 0;
  if (blank === 0) return;
  const change = view.state.tr.delete($from.end() - blank, $from.end());
  view.dispatch(change.setSelection(TextSelection.create(change.doc, $from.end() - blank)));
}
