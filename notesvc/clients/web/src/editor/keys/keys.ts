/** Keys that keep the caret in the text: none throws it out, and no block at the edge of a note holds it. */
import { SourceBlockWithPreviewExtension } from "@blocknote/core/extensions";
import { addRowAfter, CellSelection, goToNextCell } from "@tiptap/pm/tables";
import type { EditorView } from "@tiptap/pm/view";
import { openRaw } from "../blocks/openRaw";
import type { NoteEditor } from "../blocks/schema";
import { readCaret } from "../document/caretFirst";
import { menuKey } from "../menus/plugin";
import { breakLine, indent, isFinished, isInCode, outdent, trimEnd } from "./code";
import { goesOn, isClosed, isTable, lastPlace, type Place, placeOf, standBeside } from "./place";

/** Typed on an on-screen keyboard or with an input method: the letter is not told. */
const UNTOLD = 229;

const DIRECTIONS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class WritingKeys {
  /** Escape was pressed last: Tab leaves the text. */
  private mayLeave = false;

  constructor(private readonly editor: NoteEditor) {}

  /** Take the key where it is one of these; what is taken goes no further. */
  press(event: KeyboardEvent): void {
    if (this.editor.headless || !this.editor.isEditable) return;
    const view = this.editor.prosemirrorView;
    if (event.target !== view?.dom || menuKey.getState(view.state) !== undefined) return;
    const isLeaving = this.mayLeave && event.key === "Tab";
    if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) this.mayLeave = event.key === "Escape";
    if (isLeaving) event.stopPropagation();
    else if (this.isTaken(view, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  private isTaken(view: EditorView, event: KeyboardEvent): boolean {
    if (!event.isComposing && !view.composing) readCaret(view);
    const place = placeOf(view.state);
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === "Tab" && !isMod && !event.altKey) return this.tab(view, event.shiftKey);
    if (isToEnd(event)) return this.toEnd(view);
    if (place === undefined) return false;
    const isIn = isClosed(this.editor, place);
    if (event.key === "Enter") return this.enter(view, place, event);
    if (isMod || event.altKey) return false;
    if (isIn && (event.key.length === 1 || event.keyCode === UNTOLD)) {
      // What is typed on a picture goes below it.
      standBeside(view, place, 1);
      return false;
    }
    const direction = DIRECTIONS[event.key];
    return direction !== undefined && !event.shiftKey && this.getOut(view, place, event.key, direction);
  }

  /** In or out where that can be; anywhere else it does nothing, and the caret stays. */
  private tab(view: EditorView, isBack: boolean): true {
    const place = placeOf(view.state);
    if (place !== undefined && isTable(place)) this.nextCell(view, isBack);
    else if (isInCode(view) && place !== undefined && !isClosed(this.editor, place))
      (isBack ? outdent : indent)(view);
    else if (isBack) this.editor.unnestBlock();
    else this.editor.nestBlock();
    return true;
  }

  /** Tab in the last cell makes a row. */
  private nextCell(view: EditorView, isBack: boolean): void {
    if (goToNextCell(isBack ? -1 : 1)(view.state, view.dispatch) || isBack) return;
    addRowAfter(view.state, view.dispatch);
    goToNextCell(1)(view.state, view.dispatch);
    view.dispatch(view.state.tr.scrollIntoView());
  }

  private enter(view: EditorView, place: Place, event: KeyboardEvent): boolean {
    const isIn = isClosed(this.editor, place);
    const isRaw = place.content.type.name === "rawMarkdown";
    if (event.altKey && isIn && isRaw) {
      openRaw(this.editor, place.id, place.content.content.size);
      return true;
    }
    if (event.ctrlKey || event.metaKey) {
      if (!isIn && !isTable(place) && !isInCode(view)) return false;
      this.leave(view, place);
      return true;
    }
    if (event.altKey || event.isComposing) return false;
    if (isIn) this.leave(view, place);
    else if (!isInCode(view) || event.shiftKey) return false;
    else if (isFinished(view)) {
      trimEnd(view);
      this.leave(view, placeOf(view.state) ?? place);
    } else breakLine(view);
    return true;
  }

  /** To a paragraph below; the source of a formula is closed behind. */
  private leave(view: EditorView, place: Place): void {
    standBeside(view, place, 1);
    this.editor
      .getExtension(SourceBlockWithPreviewExtension)
      ?.store.setState((state) => ({ ...state, popupOpen: undefined }));
  }

  /** An arrow that leads out of the first or the last block where no text goes on makes a paragraph there. */
  private getOut(view: EditorView, place: Place, key: string, direction: 1 | -1): boolean {
    const isIn = isClosed(this.editor, place);
    if (!isIn && !isTable(place) && !isInCode(view)) return false;
    if (goesOn(view.state.doc, place, direction)) return false;
    if (!isIn && !isAtEdge(view, place, key, direction)) return false;
    standBeside(view, place, direction);
    return true;
  }

  /** The end of a note that ends with a table, a picture or a formula is below it; that of code, behind the code. */
  private toEnd(view: EditorView): boolean {
    const place = lastPlace(view.state.doc);
    if (place === undefined) return false;
    const { selection } = view.state;
    const isCode = place.content.type.spec.code === true && !isClosed(this.editor, place);
    const isThere = selection.empty && selection.from === place.before + 1 + place.content.nodeSize - 1;
    if (!isTable(place) && !isClosed(this.editor, place) && !(isCode && isThere)) return false;
    standBeside(view, place, 1);
    return true;
  }
}

const isToEnd = (event: KeyboardEvent): boolean =>
  !event.shiftKey &&
  !event.altKey &&
  ((event.key === "End" && event.ctrlKey) || (event.key === "ArrowDown" && event.metaKey));

/** Whether the caret stands where the key leads out of the block: on its last line, or behind its last letter. */
function isAtEdge(view: EditorView, place: Place, key: string, direction: 1 | -1): boolean {
  const { selection } = view.state;
  if (!selection.empty || selection instanceof CellSelection) return false;
  const isUpright = key === "ArrowDown" || key === "ArrowUp";
  if (isTable(place) && !isInEdgeCell(view, place, isUpright, direction)) return false;
  if (isUpright) return view.endOfTextblock(direction > 0 ? "down" : "up");
  const { $head } = selection;
  return $head.parentOffset === (direction > 0 ? $head.parent.content.size : 0);
}

/** The row is the last, and for a step sideways also the cell. */
function isInEdgeCell(view: EditorView, place: Place, isAnyColumn: boolean, direction: 1 | -1): boolean {
  const { $head } = view.state.selection;
  const table = place.content;
  const depth = [...Array($head.depth).keys()].find((each) => $head.node(each) === table);
  if (depth === undefined) return false;
  const [row, rows] = [$head.index(depth), table.childCount];
  if (row !== (direction > 0 ? rows - 1 : 0)) return false;
  const cells = $head.node(depth + 1).childCount;
  return isAnyColumn || $head.index(depth + 1) === (direction > 0 ? cells - 1 : 0);
}
