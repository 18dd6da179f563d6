/** The cells of a row of a markdown table, and rows written so that their pipes stand below each other. */

export type Cells = string[];

interface Span {
  from: number;
  to: number;
}

const DELIMITER = /^[\s>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export const isDelimiter = (text: string): boolean => text.includes("|") && DELIMITER.test(text);

/** Where each cell of a row stands, blanks included; a pipe behind a backslash belongs to its cell. */
export function spanOf(text: string): { cells: Span[] } {
  const start = /^[\s>]*\|?/.exec(text)?.[0].length ?? 0;
  const end = text.trimEnd().length;
  const cells: Span[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "|") {
      cells.push({ from, to: at });
      from = at + 1;
    }
  }
  if (from < end || cells.length === 0) cells.push({ from, to: Math.max(from, end) });
  return { cells };
}

export const cellsOf = (text: string): Cells =>
  spanOf(text).cells.map(({ from, to }) => text.slice(from, to).trim());

/** The rows as text; all are as wide as the first, and the second says how the columns are aligned. */
export function aligned(rows: readonly Cells[]): string[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(3, ...rows.filter((_, row) => row !== 1).map((row) => widthOf(row[column] ?? ""))),
  );
  const sides = widths.map((_, column) => sideOf(rows[1]?.[column] ?? ""));
  return rows.map((row, index) => {
    const cells = widths.map((width, column) =>
      index === 1 ? rule(width, sides[column] ?? "") : padded(row[column] ?? "", width, sides[column] ?? ""),
    );
    return `| ${cells.join(" | ")} |`;
  });
}

type Side = "" | ":-" | "-:" | ":-:";

function sideOf(cell: string): Side {
  if (cell.startsWith(":")) return cell.endsWith(":") && cell.length > 1 ? ":-:" : ":-";
  return cell.endsWith(":") ? "-:" : "";
}

function rule(width: number, side: Side | ""): string {
  const line = "-".repeat(Math.max(1, width - (side === "" ? 0 : side.length - 1)));
  return `${side.startsWith(":") ? ":" : ""}${line}${side.endsWith(":") ? ":" : ""}`;
}

function padded(cell: string, width: number, side: Side | ""): string {
  const free = Math.max(0, width - widthOf(cell));
  const before = side === "-:" ? free : side === ":-:" ? Math.floor(free / 2) : 0;
  return " ".repeat(before) + cell + " ".repeat(free - before);
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How many columns of a typewriter a text takes. */
function widthOf(text: string): number {
  // Most is plain, and is measured at each step through a table.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...letters.segment(text)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);
}
