/** Tables while they are written in: the cell with the caret is shown, what scrolls is reached by key. */
import { type EditorState, Plugin, Selection } from "@tiptap/pm/state";
import { CellSelection, cellAround } from "@tiptap/pm/tables";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { t } from "../../i18n";
import { placeAt, standBeside } from "../keys/place";

export const tablePlugin = () =>
  new Plugin({
    props: { decorations: cellWithCaret, handleDOMEvents: { mousedown: pressBelow } },
    view: (view) => {
      reachFrames(view);
      return { update: reachFrames };
    },
  });

export function cellWithCaret({ doc, selection }: EditorState): DecorationSet | null {
  if (selection instanceof CellSelection) return null;
  const $cell = cellAround(selection.$from);
  const cell = $cell?.nodeAfter;
  if (!$cell || !cell || cellAround(selection.$to)?.pos !== $cell.pos) return null;
  const look = Decoration.node($cell.pos, $cell.pos + cell.nodeSize, { class: "has-caret" });
  return DecorationSet.create(doc, [look]);
}

/** What is edited is scrolled by its caret; what is only read is a stop of its own. */
function reachFrames(view: EditorView): void {
  const wanted: Record<string, string> = view.editable
    ? { contenteditable: "inherit" }
    : { tabindex: "0", role: "group", "aria-label": t("sidePanel.text.table") };
  for (const frame of view.dom.getElementsByClassName("tableWrapper"))
    for (const name of ["contenteditable", "tabindex", "role", "aria-label"]) {
      const value = wanted[name];
      if (value === undefined) frame.removeAttribute(name);
      else if (frame.getAttribute(name) !== value) frame.setAttribute(name, value);
    }
}

/** The frame around a table reaches below it, over the block that stands there. */
function pressBelow(view: EditorView, event: MouseEvent): boolean {
  const frame = event.target instanceof HTMLElement ? event.target : null;
  const table = frame?.matches(".tableWrapper") ? frame.querySelector("table") : null;
  if (!frame || !table || !view.editable || event.button !== 0 || event.shiftKey) return false;
  const isOnScrollBar = event.offsetY >= frame.clientHeight;
  if (isOnScrollBar || event.clientY <= table.getBoundingClientRect().bottom) return false;
  const place = placeAt(view.state.doc.resolve(view.posAtDOM(table, 0)));
  if (place === undefined) return false;
  event.preventDefault();
  const { doc, tr } = view.state;
  const below = Selection.findFrom(doc.resolve(place.before + 1 + place.content.nodeSize), 1);
  if (below === null) standBeside(view, place, 1);
  else view.dispatch(tr.setSelection(below).scrollIntoView());
  view.focus();
  return true;
}
