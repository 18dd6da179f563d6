/** Enter and Tab in a table: down its column and along its rows, on to a new row, and out of it. */
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import {
  addRowAfter,
  CellSelection,
  deleteRow,
  goToNextCell,
  nextCell,
  selectionCell,
} from "@tiptap/pm/tables";
import type { EditorView } from "@tiptap/pm/view";
import { isDelimiter } from "../raw/cells";
import type { Place } from "./place";

const FEWEST_ROWS = 3;

/** "left" where the table is done with: its last row held nothing, and is gone. */
export function enterCell(view: EditorView, { content }: Place): "moved" | "left" {
  if (view.state.selection instanceof CellSelection || takeDashes(view)) return "moved";
  const $cell = selectionCell(view.state);
  const below = nextCell($cell, "vert", 1);
  if (below === null && isEmpty($cell.parent) && content.childCount >= FEWEST_ROWS) {
    deleteRow(view.state, view.dispatch);
    return "left";
  }
  if (below === null) addRowAfter(view.state, view.dispatch);
  const $below = below ?? nextCell(selectionCell(view.state), "vert", 1);
  if ($below) standIn(view, $below);
  return "moved";
}

/** The row that Markdown has below the head of a table was typed in its first cell: the table has its head already. */
function takeDashes({ state, dispatch }: EditorView): boolean {
  const { $from } = state.selection;
  const $cell = selectionCell(state);
  if ($cell.index(-1) !== 1 || $cell.index() !== 0 || !isDelimiter($from.parent.textContent)) return false;
  dispatch(state.tr.delete($from.start(), $from.end()));
  return true;
}

/** Behind the words of the next cell or the one before, which would be selected otherwise; Tab in the last cell makes a row. */
export function tabCell(view: EditorView, step: 1 | -1): void {
  const isThere = () => goToNextCell(step)(view.state, view.dispatch);
  if (!isThere()) {
    if (step < 0) return;
    addRowAfter(view.state, view.dispatch);
    isThere();
  }
  standIn(view, selectionCell(view.state));
}

const isEmpty = (row: Node): boolean => row.textContent === "" && !hasAtom(row);

function hasAtom(row: Node): boolean {
  let isFound = false;
  row.descendants((node) => {
    isFound ||= node.isInline;
    return !isFound;
  });
  return isFound;
}

/** With the caret behind what the cell says. */
function standIn(view: EditorView, $cell: ResolvedPos): void {
  const cell = $cell.nodeAfter;
  if (cell === null) return;
  const change = view.state.tr;
  change.setSelection(TextSelection.near(change.doc.resolve($cell.pos + cell.nodeSize - 1), -1));
  view.dispatch(change.scrollIntoView());
}
