/** Keys that keep the caret in the text: none throws it out, and no block at the edge of a note holds it. */
import { CellSelection } from "@tiptap/pm/tables";
import type { EditorView } from "@tiptap/pm/view";
import { openRaw } from "../blocks/openRaw";
import type { NoteEditor } from "../blocks/schema";
import { readCaret } from "../document/caretFirst";
import type { MenuStore } from "../menus/store";
import { highlight } from "../tools/highlight";
import { viewSelected } from "../tools/viewing";
import { deleteAll, isToAll, selectAll } from "./all";
import { backspaceInQuote, enterBody } from "./callouts";
import { breakLine, indent, isBehindFormula, isFinished, isInCode, outdent, trimEnd } from "./code";
import { deleteBackward, deleteForward } from "./deleting";
import { leaveInlineCode } from "./inlineCode";
import { leaveNestedItem, outdentBlocks } from "./lists";
import { goesOn, isClosed, isTable, lastPlace, leaveBelow, type Place, placeOf, standBeside } from "./place";
import { enterCell, tabCell } from "./tables";
import { blankBehindLabel, enterWholeLine } from "./wholeLines";

/** Typed on an on-screen keyboard or with an input method: the letter is not told. */
const UNTOLD = 229;

const DIRECTIONS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class WritingKeys {
  /** Escape was pressed last: Tab leaves the text. */
  private mayLeave = false;

  constructor(
    private readonly editor: NoteEditor,
    private readonly menu: Pick<MenuStore, "comesFirst">,
  ) {}

  /** Take the key where it is one of these; what is taken goes no further. */
  press(event: KeyboardEvent): void {
    if (this.editor.headless || !this.editor.isEditable) return;
    const view = this.editor.prosemirrorView;
    if (event.target !== view?.dom || this.menu.comesFirst(event)) return;
    const isLeaving = this.mayLeave && event.key === "Tab";
    if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) this.mayLeave = event.key === "Escape";
    if (isLeaving) event.stopPropagation();
    else if (this.isTaken(view, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
    // BlockNote would take the focus away; whatever floats beside the text is yet to hear of the key.
    else if (event.key === "Escape" && !this.isInSource(view)) event.preventDefault();
  }

  private isInSource(view: EditorView): boolean {
    const place = placeOf(view.state);
    return place?.content.type.name === "rawMarkdown" && !isClosed(this.editor, place);
  }

  private isTaken(view: EditorView, event: KeyboardEvent): boolean {
    if (!event.isComposing && !view.composing) readCaret(view);
    const place = placeOf(view.state);
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === "Tab" && !isMod && !event.altKey) return this.tab(view, event.shiftKey);
    if (isToEnd(event)) return this.toEnd(view);
    // In an open source it is all of that.
    if (isToAll(event) && !this.isInSource(view)) return selectAll(view);
    if ((event.key === "Backspace" || event.key === "Delete") && deleteAll(view)) return true;
    if (isMod && event.shiftKey && event.key.toLowerCase() === "z") {
      // Left to others where there is nothing to do again, it would be Ctrl+Z.
      this.editor.redo();
      return true;
    }
    if (isMod && event.shiftKey && event.key.toLowerCase() === "h") return highlight(view);
    if (event.altKey && event.shiftKey && !isMod) {
      if (event.key === "ArrowUp") this.editor.moveBlocksUp();
      else if (event.key === "ArrowDown") this.editor.moveBlocksDown();
      else return false;
      return true;
    }
    if (place === undefined) return false;
    const isIn = isClosed(this.editor, place);
    if (event.key === "Enter") return this.enter(view, place, event);
    if (event.key === "Delete" && !event.shiftKey && !event.isComposing && deleteForward(view)) return true;
    if (isMod || event.altKey) return false;
    if (event.key === "Backspace" && !event.isComposing && backspace(view)) return true;
    if (event.key === " " && isIn && viewSelected(view)) return true;
    if (event.key === " " && !event.isComposing && blankBehindLabel(this.editor, view, place)) return true;
    if (event.key.length === 1 || event.keyCode === UNTOLD) {
      // What is typed on a picture, or behind a formula, goes below it.
      if (isIn) standBeside(view, place, 1);
      else if (isBehindFormula(view)) leaveBelow(this.editor, place);
      return false;
    }
    return !event.shiftKey && this.arrow(view, place, event.key);
  }

  private arrow(view: EditorView, place: Place, key: string): boolean {
    const direction = DIRECTIONS[key];
    if (direction === undefined) return false;
    const isSideways = key === "ArrowLeft" || key === "ArrowRight";
    return (isSideways && leaveInlineCode(view, direction)) || this.getOut(view, place, key, direction);
  }

  /** In or out where that can be; anywhere else it does nothing, and the caret stays. */
  private tab(view: EditorView, isBack: boolean): true {
    const place = placeOf(view.state);
    if (place !== undefined && isTable(place)) tabCell(view, isBack ? -1 : 1);
    else if (isInCode(view) && place !== undefined && !isClosed(this.editor, place))
      (isBack ? outdent : indent)(view);
    else if (isBack) outdentBlocks(this.editor);
    else this.editor.nestBlock();
    return true;
  }

  /** Enter goes down a row; below the last one it makes another, and out of an empty last row it leaves the table. */
  private nextRow(view: EditorView, place: Place): true {
    if (enterCell(view, place) === "left") {
      const table = view.state.doc.nodeAt(place.before);
      standBeside(view, { ...place, after: place.before + (table?.nodeSize ?? 0) }, 1);
    }
    return true;
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
      leaveBelow(this.editor, place);
      return true;
    }
    if (event.altKey || event.isComposing) return false;
    // Markdown has no line break before the first word of a block or a cell.
    const isSoft = event.shiftKey && !isAtStart(view);
    if (isIn) leaveBelow(this.editor, place);
    else if (enterWholeLine(this.editor, view, place)) return true;
    else if (isTable(place)) return event.shiftKey ? !isSoft : this.nextRow(view, place);
    else if (!isInCode(view))
      return (
        enterBody(view, isSoft) || (!isSoft && (leaveNestedItem(this.editor, view) || this.plainEnter(event)))
      );
    else if (event.shiftKey) return false;
    else if (isFinished(view)) {
      trimEnd(view);
      leaveBelow(this.editor, placeOf(view.state) ?? place);
    } else breakLine(view);
    return true;
  }

  /** Enter as the library has it, where another key means it. */
  private plainEnter(event: KeyboardEvent): boolean {
    return event.shiftKey && this.editor._tiptapEditor.commands.keyboardShortcut("Enter");
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

const isAtStart = ({ state: { selection } }: EditorView): boolean =>
  selection.empty && selection.$from.parentOffset === 0 && !selection.$from.parent.type.spec.code;

const backspace = (view: EditorView): boolean => backspaceInQuote(view) || deleteBackward(view);

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
