/** A table as it is read, in the place of its source; a press leads into the cell of the source. */
import { type EditorView, WidgetType } from "@codemirror/view";
import { useMemo } from "react";
import type { TableContent } from "../../blocks";
import { ReadingContext, useReadingOf } from "../../render/reading";
import { TableView } from "../../render/TableView";
import { cellsOf, spanOf } from "./cells";
import { type Attributes, isSameAround, within } from "./leads";
import { fill, isForShown, left } from "./places";

/** Rows; a longer table stays source. */
export const MOST = 300;
const ROW = 38;

export class SetTable extends WidgetType {
  constructor(
    readonly source: string,
    readonly noteId: string,
    readonly around: Attributes | null,
  ) {
    super();
  }
  override eq(other: SetTable): boolean {
    const isSame = other.source === this.source && other.noteId === this.noteId;
    return isSame && isSameAround(other.around, this.around);
  }
  override get estimatedHeight(): number {
    return (this.source.split("\n").length - 1) * ROW;
  }
  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement("div");
    place.className = "raw-table note-text";
    const shown = within(this.around, place);
    place.onmousedown = (event) => {
      const cell = event.target instanceof Element ? event.target.closest("td, th") : null;
      if (isForShown(event) || cell === null) return;
      event.preventDefault();
      const row = (cell.parentElement as HTMLTableRowElement).rowIndex;
      enterCell(view, view.posAtDOM(shown), row, (cell as HTMLTableCellElement).cellIndex);
    };
    fill(view, place, <Shown source={this.source} noteId={this.noteId} />);
    return shown;
  }
  override destroy(shown: HTMLElement): void {
    left(this.around === null ? shown : (shown.firstElementChild as HTMLElement));
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** Have the caret behind the words of that cell; the row of dashes is none that is shown. */
function enterCell(view: EditorView, start: number, row: number, column: number): void {
  const { doc } = view.state;
  const first = doc.lineAt(start).number;
  const line = doc.line(Math.min(doc.lines, first + (row === 0 ? 0 : row + 1)));
  const cell = spanOf(line.text).cells[column];
  const words = line.text.slice(cell?.from ?? 0, cell?.to);
  const at = (cell?.from ?? 0) + (words.trim() === "" ? Math.min(1, words.length) : words.trimEnd().length);
  view.dispatch({ selection: { anchor: line.from + at }, scrollIntoView: true, userEvent: "select" });
  view.focus();
}

function Shown({ source, noteId }: { source: string; noteId: string }) {
  const content = useMemo(() => tableOf(source), [source]);
  const blocks = useMemo(() => [{ type: "table", content }], [content]);
  return (
    <ReadingContext value={useReadingOf(noteId, blocks)}>
      <TableView content={content} />
    </ReadingContext>
  );
}

/** The rows are as wide as the first, as the reading layer has them. */
export function tableOf(source: string): TableContent {
  const [head = [], sides = [], ...rows] = source.split("\n").map(cellsOf);
  const cell = (src: string, column: number) => ({
    type: "tableCell" as const,
    content: src === "" ? [] : [{ type: "mdInline" as const, props: { src: src.replaceAll("\\|", "|") } }],
    props: { textAlignment: sideOf(sides[column] ?? "") },
  });
  const wide = (cells: string[]) => ({ cells: head.map((_, column) => cell(cells[column] ?? "", column)) });
  return { type: "tableContent", headerRows: 1, rows: [head, ...rows].map(wide) };
}

function sideOf(dashes: string): "left" | "center" | "right" {
  if (!dashes.endsWith(":")) return "left";
  return dashes.startsWith(":") ? "center" : "right";
}
