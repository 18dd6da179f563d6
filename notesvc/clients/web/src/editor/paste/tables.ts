/** Tables as markdown can say them: every row as wide as the widest, one line a cell, no cell over several. */
import type { Block, Inline } from "../../blocks";

const WIDEST_SPAN = 100;
const MOST_ROWS = 2_000;

/** A cell that reaches further leaves the places empty that it covers. */
export function gridOf(table: HTMLTableElement): (Element | undefined)[][] {
  const rows = [...table.rows].filter((row) => row.cells.length > 0).slice(0, MOST_ROWS);
  const grid = rows.map((): (Element | undefined)[] => []);
  rows.forEach((row, top) => {
    let left = 0;
    for (const cell of row.cells) {
      while (left in (grid[top] ?? [])) left += 1;
      const width = cell.colSpan > WIDEST_SPAN ? 1 : cell.colSpan;
      const height = Math.min(Math.max(1, cell.rowSpan), rows.length - top);
      for (let down = 0; down < height; down++)
        for (let across = 0; across < width; across++) {
          const line = grid[top + down];
          if (line !== undefined && !(left + across in line))
            line[left + across] = down + across === 0 ? cell : undefined;
        }
      left += width;
    }
  });
  const widest = Math.max(0, ...grid.map((line) => line.length));
  const square = grid.map((line) => Array.from({ length: widest }, (_, at) => line[at]));
  return withoutEmptyEdges(square);
}

/** Spreadsheets send what lies beside the cells, too. */
function withoutEmptyEdges(grid: (Element | undefined)[][]): (Element | undefined)[][] {
  const says = (cell: Element | undefined) =>
    cell !== undefined && ((cell.textContent ?? "").trim() !== "" || cell.querySelector("img") !== null);
  const kept = grid.filter((line) => line.some(says));
  let width = kept[0]?.length ?? 0;
  while (width > 0 && !kept.some((line) => says(line[width - 1]))) width -= 1;
  return kept.map((line) => line.slice(0, width));
}

export const tableOf = (rows: Inline[][][]): Block => ({
  type: "table",
  content: {
    type: "tableContent",
    headerRows: 1,
    rows: rows.map((cells) => ({ cells: cells.map((content) => ({ type: "tableCell", content })) })),
  },
});

/** Rows of words between tabs, as spreadsheets and databases write them; undefined where the text is none. */
export function rowsOfTabs(text: string): string[][] | undefined {
  if (!text.includes("\t")) return undefined;
  const rows = parsed(text.replace(/\r\n?/g, "\n").replace(/\n+$/, ""));
  const width = rows[0]?.length ?? 0;
  // Lines of code begin with a tab; rows begin with a word somewhere.
  const isTable = rows.length > 1 && width > 1 && rows.every((row) => row.length === width);
  return isTable && rows.some((row) => row[0] !== "") ? rows : undefined;
}

/** A cell with a tab, a line break or a quote in it stands between quotes. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]];
  const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/gy;
  for (let found = CELL.exec(text); found !== null; found = CELL.exec(text)) {
    rows.at(-1)?.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? "").trim());
    if (found[3] === "") break;
    if (found[3] === "\n") rows.push([]);
  }
  return rows;
}
