/** How a table changed: rows first, then the words of cells. */
import type { Block, Inline, TableContent } from "../../blocks";
import { stable } from "../../saving/blockText";
import { plain } from "../headings";
import { likenessOf, paired } from "./likeness";
import type { Line, Marks } from "./marks";
import { type Run, runsOf } from "./runs";

type Row = TableContent["rows"][number];
/** Marks the second line; false where there is too much of it. */
type Compare = (before: Line, after: Line) => boolean;

const MOST_EDITS = 400;

/** Tables of one shape can be laid into one: how many columns and heads there are. */
export function shapeOf(content: Block["content"]): string {
  if (content === undefined || Array.isArray(content)) return "";
  const widths = new Set(content.rows.map((row) => row.cells.length));
  return `${[...widths].join()} ${content.headerRows ?? 0} ${content.headerCols ?? 0}`;
}

/** What a table says, however wide its columns are. */
export const keyOfTable = (content: TableContent): string =>
  JSON.stringify([content.headerRows ?? 0, content.headerCols ?? 0, content.rows.map(keyOfRow)]);

const keyOfRow = (row: Row): string =>
  row.cells
    .map((cell) => stable({ props: Array.isArray(cell) ? {} : cell.props, content: lineOf(cell) }))
    .join();

/** The table as it is now with the rows that went; null where it is to change as a whole. */
export function changedTable(
  before: TableContent,
  after: TableContent,
  marks: Marks,
  compare: Compare,
): TableContent | null {
  const heads = after.headerRows ?? 0;
  const isHead = before.rows
    .slice(0, heads)
    .every((row, at) => changedCells(row, after.rows[at] ?? { cells: [] }, compare));
  if (!isHead) return null;
  const body = runsOf(before.rows.slice(heads), after.rows.slice(heads), keyOfRow, MOST_EDITS);
  const rows = body.flatMap((run) => (run.isSame ? run.after : replaced(run, marks, compare)));
  return { ...after, rows: [...after.rows.slice(0, heads), ...rows] };
}

function replaced({ before, after }: Run<Row>, marks: Marks, compare: Compare): Row[] {
  const rows: Row[] = [];
  let [from, to] = [0, 0];
  const until = (i: number, j: number) => {
    for (const row of before.slice(from, i)) rows.push(marked(row, marks, "delete"));
    for (const row of after.slice(to, j)) rows.push(marked(row, marks, "insert"));
    [from, to] = [i, j];
  };
  for (const [i, j] of paired(before.map(likeness), after.map(likeness))) {
    const [old, now] = [before[i]!, after[j]!];
    until(i, j);
    if (changedCells(old, now, compare)) rows.push(now);
    else until(i + 1, j + 1);
    [from, to] = [i + 1, j + 1];
  }
  until(before.length, after.length);
  return rows;
}

function marked(row: Row, marks: Marks, op: "insert" | "delete"): Row {
  marks.ops.set(row, op);
  return row;
}

const lineOf = (cell: Row["cells"][number]): Inline[] => (Array.isArray(cell) ? cell : cell.content);

const changedCells = (before: Row, after: Row, compare: Compare): boolean =>
  before.cells.length === after.cells.length &&
  before.cells.every((cell, at) => {
    const [old, now] = [lineOf(cell), lineOf(after.cells[at]!)];
    return stable(old) === stable(now) || compare(old, now);
  });

const likeness = (row: Row) =>
  likenessOf(String(row.cells.length), row.cells.map((cell) => plain(lineOf(cell))).join("\n"));
