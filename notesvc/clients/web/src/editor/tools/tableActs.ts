/** Rows and columns of the table with the caret, in the block surface. */
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
} from "@tiptap/pm/tables";
import type { NoteEditor } from "../blocks/schema";
import { isTable, placeOf } from "../keys/place";
import type { TableAct } from "../surface";

const ACTS: Record<TableAct, typeof addRowAfter> = {
  rowAbove: addRowBefore,
  rowBelow: addRowAfter,
  columnBefore: addColumnBefore,
  columnAfter: addColumnAfter,
  deleteRow,
  deleteColumn,
};

export function changeTable(editor: NoteEditor, act: TableAct): void {
  const view = editor.prosemirrorView;
  const place = placeOf(view.state);
  if (editor.isEditable && place !== undefined && isTable(place)) ACTS[act](view.state, view.dispatch);
  view.focus();
}
