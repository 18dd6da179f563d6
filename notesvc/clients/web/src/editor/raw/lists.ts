/** Keys in lists and quotes: they go on with Enter, end where nothing was written, and go in and out with Tab. */
import {
  ChangeSet,
  type ChangeSpec,
  EditorSelection,
  EditorState,
  type StateCommand,
  type Text,
  type Transaction,
} from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { isUnread } from "./complete";
import {
  begunAs,
  begunLowest,
  blanksOf,
  columns,
  type Item,
  itemAt,
  itemOf,
  lastOf,
  linePrefix,
  nextNumber,
  numberOf,
  parentOf,
  renumbered,
  signed,
  signOf,
} from "./items";

/** Enter: the next item, one level out of an item without words, the next line of a quote. */
export function continueList(view: EditorView): boolean {
  const { state } = view;
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1 || state.readOnly || isUnread(state, main.head)) return false;
  const line = state.doc.lineAt(main.head);
  const item = itemOf(line.text);
  if (item === null) return continueQuote(view);
  if (main.head < line.from + item.start) return false;
  if (line.text.slice(item.start).trim() === "") endItem(view, item);
  else splitItem(view, item);
  return true;
}

function splitItem(view: EditorView, item: Item): void {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  const line = doc.lineAt(head);
  const from = head - (/[ \t]*$/.exec(doc.sliceString(line.from + item.start, head))?.[0].length ?? 0);
  const to = head + blanksOf(doc.sliceString(head, line.to)).length;
  const marker = nextNumber(doc, line.number, item);
  const insert = `\n${item.quote}${item.indent}${marker}${item.gap || " "}${item.task ? "[ ] " : ""}`;
  apply(view, { from, to, insert }, from + insert.length, line.number + 1);
}

/** An item without words ends: it goes one level out, and at the outermost the list is over. */
function endItem(view: EditorView, item: Item): void {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.head);
  const parent = parentOf(doc, line.number, item);
  const insert = parent
    ? `${item.quote}${parent.item.indent}${nextNumber(doc, parent.line, parent.item)}${parent.item.gap}${parent.item.task ? "[ ] " : ""}`
    : parted(doc, line.number, item.quote);
  const next = line.number + insert.split("\n").length;
  apply(view, { from: line.from, to: line.to, insert }, line.from + insert.length, line.number, [next]);
}

/** The beginning of a line below a list or a quote: right below it, its words would be a part of what stands above. */
function parted(doc: Text, number: number, prefix: string): string {
  const above = number > 1 ? doc.line(number - 1).text : "";
  const isBlank = above.slice(linePrefix(above).length).trim() === "";
  return isBlank ? prefix : `${prefix.trimEnd()}\n${prefix}`;
}

function continueQuote(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  const line = doc.lineAt(head);
  const quote = linePrefix(line.text);
  if (!quote.includes(">") || head < line.from + quote.length) return false;
  if (line.text.slice(quote.length).trim() === "") {
    const insert = parted(doc, line.number, quote.replace(/>[ \t]*$/, ""));
    apply(view, { from: line.from, to: line.to, insert }, line.from + insert.length);
  } else {
    const insert = `\n${/[ \t]$/.test(quote) ? quote : `${quote} `}`;
    apply(view, { from: head, insert }, head + insert.length);
  }
  return true;
}

/** Shift+Enter: another line of the same item. */
export function breakItem(view: EditorView): boolean {
  const { doc, selection, readOnly } = view.state;
  const { head, empty } = selection.main;
  const line = doc.lineAt(head);
  const item = itemOf(line.text);
  if (item === null || !empty || readOnly || head < line.from + item.start) return false;
  if (isUnread(view.state, head)) return false;
  const within = " ".repeat(item.marker.length + (item.gap.length || 1));
  const insert = `\n${item.quote}${item.indent}${within}`;
  apply(view, { from: head, insert }, head + insert.length);
  return true;
}

/** Backspace right behind an item's sign: one level out, then no item; behind the sign of a quote: out of it. */
export function leaveItem(view: EditorView): boolean {
  const { state } = view;
  const { head, empty } = state.selection.main;
  if (!empty || state.selection.ranges.length > 1 || state.readOnly || isUnread(state, head)) return false;
  const line = state.doc.lineAt(head);
  const item = itemOf(line.text);
  if (item !== null && head === line.from + item.start) {
    if (parentOf(state.doc, line.number, item) !== null) return moveItems(view, -1);
    const from = line.from + item.quote.length;
    apply(view, { from, to: head }, from, line.number + 1, [line.number + 1]);
    return true;
  }
  const quote = linePrefix(line.text);
  if (item !== null || !quote.includes(">") || head !== line.from + quote.length) return false;
  const kept = quote.replace(/>[ \t]*$/, "");
  apply(view, { from: line.from + kept.length, to: head }, line.from + kept.length);
  return true;
}

/** Tab and Shift+Tab in a list: the items with what belongs to them go in or out, as far as a list can. */
export function moveItems(view: EditorView, direction: 1 | -1): boolean {
  const { state } = view;
  const { doc, selection } = state;
  const { from, to } = selection.main;
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const item = itemOf(first.text);
  if (item === null || state.readOnly || isUnread(state, from)) return false;
  const width = direction > 0 ? inside(doc, first.number, item) : outside(doc, first.number, item);
  if (width === null) return true;
  const end = lastOf(doc, last.number, itemOf(last.text) ?? item);
  const isEmpty = end === first.number && first.text.slice(item.start).trim() === "";
  if (isEmpty && direction < 0 && parentOf(doc, first.number, item) !== null) {
    endItem(view, item);
    return true;
  }
  const changes: ChangeSpec[] = [];
  let longer = 0;
  for (let number = first.number; number <= end; number++) {
    const own = itemOf(doc.line(number).text);
    const isMoved = own !== null && columns(own.indent) === columns(item.indent);
    const sign = isMoved && direction < 0 ? signOutside(doc, number, own) : undefined;
    if (isMoved && sign !== undefined) changes.push(signed(doc, number, own, sign));
    if (isMoved) longer = (sign ?? own.marker).length - own.marker.length;
    changes.push(...shifted(doc, number, item.quote.length, isMoved ? width : width - longer, direction));
  }
  applyAll(view, changes, first.number, fresh(doc, first.number, end));
  return true;
}

/** Between numbers a bullet would end their list, and a number one of bullets: one that comes out becomes as those. */
function signOutside(doc: Text, number: number, item: Item): string | undefined {
  const parent = parentOf(doc, number, item);
  if (parent === null || item.task || parent.item.task) return undefined;
  const isOther = (numberOf(item) === null) !== (numberOf(parent.item) === null);
  return isOther ? nextNumber(doc, parent.line, parent.item) : undefined;
}

/** Items that are pasted into one without words take its place, and its level. */
export function pasteItems(view: EditorView, text: string): boolean {
  const { doc, selection, readOnly } = view.state;
  const { head, empty } = selection.main;
  const line = doc.lineAt(head);
  const item = itemOf(line.text);
  const lines = text.replace(/\r\n?/g, "\n").trimEnd().split("\n");
  const first = itemOf(lines[0] ?? "");
  if (item === null || first === null || !empty || readOnly || isUnread(view.state, head)) return false;
  if (line.text.slice(item.start).trim() !== "") return false;
  const left = first.quote + first.indent;
  const insert = lines
    .map(
      (each) =>
        item.quote + item.indent + (each.startsWith(left) ? each.slice(left.length) : each.trimStart()),
    )
    .join("\n");
  apply(view, { from: line.from, to: line.to, insert }, line.from + insert.length, line.number);
  return true;
}

/** The lines change places with the one beside them; the numbers of items stay where they were. */
export const moveLines =
  (move: StateCommand): StateCommand =>
  ({ state, dispatch }) =>
    move({ state, dispatch: (moved) => dispatch(withNumbers(state, moved)) });

function withNumbers(state: EditorState, { changes, newDoc: doc, newSelection }: Transaction): Transaction {
  let [from, to] = [doc.length, 0];
  changes.iterChangedRanges((_from, _to, start, end) => {
    [from, to] = [Math.min(from, start), Math.max(to, end)];
  });
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  const begun = ChangeSet.of(begunLowest(doc, first, last), doc.length);
  const anew = begun.empty ? [] : fresh(doc, first + 1, last);
  const moved = numbered(state, changes.compose(begun), newSelection.map(begun), first, anew);
  return state.update({ ...moved, userEvent: "move.line" });
}

/** Numbered items that are deleted leave no gap, and a list begins with the number that it began with. */
export const numbersWithoutGaps = EditorState.transactionFilter.of((deletion) => {
  const { startState: state, changes } = deletion;
  const cut = deletion.isUserEvent("delete") ? cutFrom(state.doc, changes) : undefined;
  if (cut === undefined || isUnread(state, cut.from)) return deletion;
  const doc = deletion.newDoc;
  const { number } = doc.lineAt(cut.at);
  const begun = ChangeSet.of(begunAs(doc, cut.at, cut.item), doc.length);
  const left = begun.apply(doc);
  const numbers = ChangeSet.of(renumbered(left, number, new Set()), left.length);
  return [deletion, { changes: begun.compose(numbers), sequential: true }];
});

/** The first numbered item whose sign is deleted, and where that is before and after. */
function cutFrom(doc: Text, changes: ChangeSet): { item: Item; from: number; at: number } | undefined {
  let found: ReturnType<typeof cutFrom>;
  changes.iterChanges((from, to, at) => {
    for (let number = doc.lineAt(from).number; number <= doc.lineAt(to).number && !found; number++) {
      const line = doc.line(number);
      const item = itemOf(line.text);
      if (item === null || numberOf(item) === null) continue;
      const sign = signOf(line, item);
      if (from <= sign && sign + item.marker.length <= to) found = { item, from, at };
    }
  });
  return found;
}

/** The items whose number begins anew where they are the first of their level. */
const fresh = (doc: Text, first: number, last: number): number[] =>
  Array.from({ length: Math.min(doc.lines, last + 1) - first + 1 }, (_, at) => first + at);

/** By how many columns the item goes in: below the words of the one before it. */
function inside(doc: Text, number: number, item: Item): number | null {
  for (let at = number - 1; at >= 1; at--) {
    const before = itemAt(doc, at);
    if (before === "end") return null;
    if (before === null) continue;
    const level = columns(before.indent) - columns(item.indent);
    if (level > 0) continue;
    if (level < 0) return null;
    return item.indent.includes("\t")
      ? 4
      : before.marker.length + Math.max(1, Math.min(before.gap.length, 4));
  }
  return null;
}

function outside(doc: Text, number: number, item: Item): number | null {
  const own = columns(item.indent);
  if (own === 0) return null;
  const parent = parentOf(doc, number, item);
  return own - (parent ? columns(parent.item.indent) : 0);
}

function shifted(doc: Text, number: number, prefix: number, width: number, direction: 1 | -1): ChangeSpec[] {
  const line = doc.line(number);
  const from = line.from + prefix;
  const indent = blanksOf(line.text.slice(prefix));
  if (line.text.length <= prefix) return [];
  if (direction > 0)
    return [{ from, insert: indent.includes("\t") && width === 4 ? "\t" : " ".repeat(width) }];
  const left = " ".repeat(Math.max(0, columns(indent) - width));
  const kept = indent.startsWith("\t") ? indent.replace("\t", "") : left;
  return [{ from, to: from + indent.length, insert: kept }];
}

function apply(view: EditorView, change: ChangeSpec, caret: number, around?: number, anew?: number[]): void {
  const changes = view.state.changes(change);
  const selection = EditorSelection.single(caret);
  const made =
    around === undefined
      ? { changes, selection, scrollIntoView: true }
      : numbered(view.state, changes, selection, around, anew);
  view.dispatch({ ...made, userEvent: "input" });
}

function applyAll(view: EditorView, given: ChangeSpec[], around: number, anew: number[]): void {
  const { state } = view;
  const changes = state.changes(given);
  const made = numbered(state, changes, state.selection.map(changes, 1), around, anew);
  view.dispatch({ ...made, userEvent: "indent" });
}

/** The changes with what has to be renumbered after them, unless the list numbers all its items alike. */
function numbered(
  state: EditorState,
  changes: ChangeSet,
  selection: EditorSelection,
  around: number,
  anew: number[] = [],
) {
  const doc = changes.apply(state.doc);
  const numbers = ChangeSet.of(renumbered(doc, Math.min(around, doc.lines), new Set(anew)), doc.length);
  return { changes: changes.compose(numbers), selection: selection.map(numbers, 1), scrollIntoView: true };
}
