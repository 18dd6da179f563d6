/** Tables as they are written: Tab and Enter go from cell to cell and put the pipes below each other. */
import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { TableAct } from "../surface";
import { aligned, type Cells, cellsOf, isDelimiter, spanOf } from "./cells";
import { isUnread } from "./complete";
import { linePrefix } from "./items";

interface Place {
  /** The first line of the table. */
  first: number;
  last: number;
  prefix: string;
  /** All rows with the one that says how columns are aligned, which is the second. */
  rows: Cells[];
  row: number;
  column: number;
}

/** The table around the caret. */
export function tableAt(state: EditorState): Place | null {
  const { doc, selection } = state;
  const { head } = selection.main;
  const here = doc.lineAt(head);
  if (!here.text.includes("|") || here.length > 20_000 || isUnread(state, head)) return null;
  let [first, last] = [here.number, here.number];
  const isRow = (number: number) => doc.line(number).text.includes("|");
  while (first > 1 && isRow(first - 1)) first--;
  while (last < doc.lines && isRow(last + 1)) last++;
  while (first < last && !isDelimiter(doc.line(first + 1).text)) first++;
  if (first >= last || here.number < first) return null;
  const prefix = /^(?:[ \t]|>)*/.exec(doc.line(first).text)?.[0] ?? "";
  const rows = Array.from({ length: last - first + 1 }, (_, at) => cellsOf(doc.line(first + at).text));
  const row = here.number - first;
  return { first, last, prefix, rows, row, column: columnAt(here.text, head - here.from) };
}

function columnAt(text: string, at: number): number {
  const { cells } = spanOf(text);
  const found = cells.findIndex(({ to }) => at <= to);
  return found < 0 ? Math.max(0, cells.length - 1) : found;
}

/** Tab and Shift+Tab: the next cell, the one before; behind the last one a new row. */
export function moveCell(view: EditorView, step: 1 | -1): boolean {
  const table = tableAt(view.state);
  if (table === null || view.state.readOnly) return false;
  const width = table.rows[0]?.length ?? 1;
  let [row, column] = [table.row, table.column + step];
  if (column >= width) [row, column] = [next(row, 1), 0];
  else if (column < 0) [row, column] = [next(row, -1), width - 1];
  if (row < 0) [row, column] = [0, 0];
  if (row >= table.rows.length) table.rows.push(emptyRow(width));
  show(view, table, row, column);
  return true;
}

/**
 * Enter: the same column a row further; from an empty last row below the table, without it. Behind the last pipe, and in
 * the row of dashes, it is a line end: there somebody writes a table by hand.
 */
export function nextRow(view: EditorView): boolean {
  const { state } = view;
  const table = tableAt(state);
  if (table === null || state.readOnly || (!state.selection.main.empty && !isOneCell(state))) return false;
  const { text, from } = state.doc.lineAt(state.selection.main.head);
  const isBehind = text.trimEnd().endsWith("|") && state.selection.main.head - from >= text.trimEnd().length;
  if (isBehind || table.row === 1) return false;
  const width = table.rows[0]?.length ?? 1;
  const isLast = table.row === table.rows.length - 1 && table.row > 1;
  if (isLast && table.rows[table.row]?.every((cell) => cell === "")) {
    table.rows.pop();
    leave(view, table);
    return true;
  }
  const row = next(table.row, 1);
  if (row >= table.rows.length) table.rows.push(emptyRow(width));
  show(view, table, row, Math.min(table.column, width - 1));
  return true;
}

const HEAD = /^\|(?:[^|\\]|\\.)+\|(?:(?:[^|\\]|\\.)+\|)+$/;

/** Enter behind a row that stands alone: it is the head of a table, whose first cell is next. */
export function beginTable(view: EditorView): boolean {
  const { doc, selection, readOnly } = view.state;
  const { head, empty } = selection.main;
  const line = doc.lineAt(head);
  const prefix = linePrefix(line.text);
  const row = line.text.slice(prefix.length).trim();
  if (!empty || readOnly || head < line.to || line.length > 20_000 || !HEAD.test(row)) return false;
  const above = line.number > 1 ? doc.line(line.number - 1).text : "";
  const isAlone = above.slice(linePrefix(above).length).trim() === "";
  if (!isAlone || isDelimiter(row) || isUnread(view.state, head)) return false;
  const cells = cellsOf(row);
  const rows = [cells, cells.map(() => "---"), emptyRow(cells.length)];
  show(view, { first: line.number, last: line.number, prefix, rows, row: 0, column: 0 }, 2, 0);
  return true;
}

/** A pipe typed into the first cell of a table that was just begun: somebody writes the row of dashes by hand. */
export function byHand(state: EditorState): TransactionSpec | null {
  const table = tableAt(state);
  if (table === null || !state.selection.main.empty) return null;
  const { rows, row, column, first, last, prefix } = table;
  const isUntouched = rows[1]?.every((cell) => /^-+$/.test(cell)) && rows[2]?.every((cell) => cell === "");
  if (row !== 2 || column !== 0 || rows.length !== 3 || !isUntouched) return null;
  const from = state.doc.line(first + 1).from;
  const insert = `${prefix}|`;
  return {
    changes: { from, to: state.doc.line(last).to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.type",
  };
}

/** Ctrl+Enter: a line below the table. */
export function leaveTable(view: EditorView): boolean {
  const table = tableAt(view.state);
  if (table === null || view.state.readOnly) return false;
  leave(view, table);
  return true;
}

const isOneCell = ({ doc, selection: { main } }: EditorState): boolean =>
  doc.lineAt(main.from).number === doc.lineAt(main.to).number &&
  !doc.sliceString(main.from, main.to).includes("|");

/** The second row says how columns are aligned and is no place to write. */
const next = (row: number, step: 1 | -1): number => (row + step === 1 ? row + 2 * step : row + step);

const emptyRow = (width: number): Cells => Array.from({ length: width }, () => "");

/** Rows and columns come and go; whether there was a table. */
export function changeTable(view: EditorView, act: TableAct): boolean {
  const table = tableAt(view.state);
  if (table === null || view.state.readOnly) return false;
  const { rows, column } = table;
  const width = rows[0]?.length ?? 1;
  // Nothing stands above the head, and it stays when its row is to go.
  const row = table.row < 2 ? (act === "rowAbove" || act === "rowBelow" ? 2 : -1) : table.row;
  if (act === "rowAbove" || act === "rowBelow") {
    const at = table.row >= 2 && act === "rowBelow" ? row + 1 : row;
    rows.splice(at, 0, emptyRow(width));
    show(view, table, at, column);
  } else if (act === "deleteRow") {
    if (row < 0) return true;
    rows.splice(row, 1);
    show(view, table, row < rows.length ? row : next(row, -1), column);
  } else if (act === "deleteColumn") {
    if (width === 1) return true;
    for (const each of rows) each.splice(column, 1);
    show(view, table, Math.max(0, table.row === 1 ? 0 : table.row), Math.min(column, width - 2));
  } else {
    const at = act === "columnAfter" ? column + 1 : column;
    for (const [index, each] of rows.entries()) each.splice(at, 0, index === 1 ? "---" : "");
    show(view, table, table.row === 1 ? 0 : table.row, at);
  }
  return true;
}

/** Write the table in order, with the caret behind the words of that cell: selected, they would go with the next key. */
function show(view: EditorView, table: Place, row: number, column: number): void {
  const { doc } = view.state;
  const [from, to] = [doc.line(table.first).from, doc.line(table.last).to];
  const lines = aligned(table.rows).map((line) => table.prefix + line);
  const insert = lines.join("\n");
  const start = from + lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0);
  const cell = spanOf(lines[row] ?? "").cells[column] ?? { from: 0, to: 0 };
  const words = (lines[row] ?? "").slice(cell.from, cell.to);
  const at = start + cell.from + (words.trim() === "" ? 1 : words.search(/\S/));
  view.dispatch({
    changes: doc.sliceString(from, to) === insert ? [] : differing(doc.sliceString(from, to), insert, from),
    selection: EditorSelection.cursor(at + words.trim().length),
    scrollIntoView: true,
    userEvent: "input",
  });
}

/** Line by line, so that what others write in other rows meanwhile stays theirs. */
function differing(before: string, after: string, from: number) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  if (old.length !== now.length) return { from, to: from + before.length, insert: after };
  let at = from;
  return old.flatMap((line, index) => {
    const start = at;
    at += line.length + 1;
    return line === now[index] ? [] : [{ from: start, to: start + line.length, insert: now[index] ?? "" }];
  });
}

function leave(view: EditorView, table: Place): void {
  const { doc } = view.state;
  const [from, to] = [doc.line(table.first).from, doc.line(table.last).to];
  const quote = linePrefix(doc.line(table.first).text);
  const text = aligned(table.rows)
    .map((line) => table.prefix + line)
    .join("\n");
  const isLast = table.last === doc.lines;
  const isApart = !isLast && doc.line(table.last + 1).text.trim() === "";
  const insert = `${text}\n${quote}${isLast ? `\n${quote}` : ""}`;
  const below = isApart ? text : insert;
  const caret = from + (isApart ? text.length + 1 + doc.line(table.last + 1).length : insert.length);
  view.dispatch({
    changes: { from, to, insert: below },
    selection: EditorSelection.cursor(caret),
    scrollIntoView: true,
    userEvent: "input",
  });
}
