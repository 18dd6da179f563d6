/** A table, in a frame of its own that scrolls where the table is wider than the page. */
import type { CSSProperties } from "react";
import type { Inline, TableContent } from "../blocks";
import { t } from "../i18n";
import { Said } from "./changes/Change";
import type { Op } from "./changes/marks";
import { coloursOf, Inlines } from "./Inlines";
import { useReading } from "./reading";

type Cell = { content: Inline[]; props: Record<string, unknown> };
type Row = { cells: Cell[]; op: Op | undefined };

export function TableView({ content }: { content: TableContent }) {
  const headerRows = content.headerRows ?? 0;
  const { marks } = useReading();
  const rows = content.rows.map((row): Row => ({ cells: row.cells.map(cellOf), op: marks?.ops.get(row) }));
  const head = rows.slice(0, headerRows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={t("sidePanel.text.table")} dir="auto">
      <table>
        {content.columnWidths?.some(Boolean) && <Columns widths={content.columnWidths} />}
        {head.length > 0 && (
          <thead>{head.map((row, index) => rowOf(row, index, row.cells.length, "col"))}</thead>
        )}
        <tbody>
          {rows.slice(headerRows).map((row, index) => rowOf(row, index, content.headerCols ?? 0, "row"))}
        </tbody>
      </table>
    </section>
  );
}

function cellOf(cell: TableContent["rows"][number]["cells"][number]): Cell {
  return Array.isArray(cell)
    ? { content: cell, props: {} }
    : { content: cell.content, props: cell.props ?? {} };
}

function Columns({ widths }: { widths: (number | null)[] }) {
  return (
    <colgroup>
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have nothing else to be known by
        <col key={index} style={width ? { inlineSize: width } : undefined} />
      ))}
    </colgroup>
  );
}

function rowOf({ cells, op }: Row, key: number, headers: number, scope: "col" | "row") {
  return (
    <tr key={key} className={op && "changed-row"} data-change={op}>
      {cells.map((cell, index) => {
        const Tag = index < headers ? "th" : "td";
        return (
          <Tag
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing else to be known by
            key={index}
            scope={Tag === "th" ? scope : undefined}
            colSpan={span(cell.props.colspan)}
            rowSpan={span(cell.props.rowspan)}
            style={alignment(cell.props.textAlignment)}
            {...coloursOf(cell.props)}
          >
            {op && index === 0 && <Said op={op} />}
            <Inlines content={cell.content} />
          </Tag>
        );
      })}
    </tr>
  );
}

const span = (value: unknown) => (typeof value === "number" && value > 1 ? value : undefined);

export function alignment(value: unknown): CSSProperties | undefined {
  return value === "right" || value === "center" || value === "justify" ? { textAlign: value } : undefined;
}
