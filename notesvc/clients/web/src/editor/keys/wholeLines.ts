/** Lines whose signs make another block of them: Enter behind the whole of one, or a blank behind its beginning. */
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { Inline } from "../../blocks";
import { openRaw } from "../blocks/openRaw";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { endStep } from "../document/steps";
import { tableOf } from "../paste/tables";
import { leaveBelow, type Place, placeOf, standBeside } from "./place";

const FORMULA = /^\$\$(?:[^$]*[^$\s][^$]*\$\$)?$/;
const RULE = /^(?:\*{3,}|_{3,})$/;
const ROW = /^\|(?:[^|\n]*\|){2,}[ \t]*$/;
const FOOTNOTE = /^\[\^[^\s[\]^]{1,64}\]:(?: .*)?$/;

/** Enter: the line with the caret becomes what it says. */
export function enterWholeLine(editor: NoteEditor, view: EditorView, place: Place): boolean {
  const { id, content } = place;
  if (content.type.name !== "paragraph" || !isAtEnd(view)) return false;
  const said = content.textContent;
  if (RULE.test(said)) return putRule(editor, view, id);
  if (ROW.test(said)) return beginTable(editor, view, id);
  // What is marked is no longer as it is written.
  if (content.childCount !== 1 || content.firstChild?.marks.length !== 0) return false;
  if (FORMULA.test(said)) return beginFormula(editor, id, said);
  return FOOTNOTE.test(said) && beginFootnote(editor, id, said) && leaveRaw(editor);
}

/** A blank behind `[^1]:`: the footnote begins. */
export function blankBehindLabel(editor: NoteEditor, view: EditorView, { id, content }: Place): boolean {
  const said = content.type.name === "paragraph" ? content.textContent : "";
  if (!said.endsWith(":") || !FOOTNOTE.test(said) || content.childCount !== 1 || !isAtEnd(view)) return false;
  return beginFootnote(editor, id, `${said} `);
}

/** `$$` alone opens a formula; a whole one is set. */
function beginFormula(editor: NoteEditor, id: string, said: string): true {
  endStep(editor.prosemirrorView);
  const isWhole = said !== "$$";
  const source = isWhole ? said : "$$\n\n$$";
  editor.updateBlock(id, { type: "rawMarkdown", content: source } as NoteBlock);
  openRaw(editor, id, isWhole ? source.length : 3);
  return isWhole ? leaveRaw(editor) : true;
}

function beginFootnote(editor: NoteEditor, id: string, said: string): true {
  endStep(editor.prosemirrorView);
  editor.updateBlock(id, { type: "rawMarkdown", content: said } as NoteBlock);
  openRaw(editor, id, said.length);
  return true;
}

/** `***` or `___`; of `---` the rule comes at once. */
function putRule(editor: NoteEditor, view: EditorView, id: string): true {
  endStep(editor.prosemirrorView);
  editor.updateBlock(id, { type: "divider" } as NoteBlock);
  const rule = placeOf(view.state);
  if (rule !== undefined) standBeside(view, rule, 1);
  return true;
}

/** The line is the head of a table, whose first row waits for its words. */
function beginTable(editor: NoteEditor, view: EditorView, id: string): true {
  endStep(editor.prosemirrorView);
  const head = cellsOf((editor.getBlock(id)?.content ?? []) as Inline[]);
  editor.updateBlock(id, tableOf([head, head.map(() => [])]) as NoteBlock);
  const place = placeOf(view.state);
  if (place === undefined) return true;
  const change = view.state.tr;
  const firstRow = place.before + 2 + (place.content.firstChild?.nodeSize ?? 0);
  change.setSelection(TextSelection.near(change.doc.resolve(firstRow + 1)));
  view.dispatch(change.scrollIntoView());
  return true;
}

/** What stands between the pipes; the first and the last of them bound the row. */
function cellsOf(line: readonly Inline[]): Inline[][] {
  const cells: Inline[][] = [[]];
  for (const piece of line) {
    const parts = piece.type === "text" ? piece.text.split("|") : [];
    for (const [at, text] of parts.entries()) {
      if (at > 0) cells.push([]);
      if (text !== "") cells.at(-1)?.push({ ...piece, text } as Inline);
    }
    if (piece.type !== "text") cells.at(-1)?.push(piece);
  }
  return cells.slice(1, -1).map(trimmed);
}

function trimmed(cell: Inline[]): Inline[] {
  const last = cell.length - 1;
  return cell
    .map((piece, at) => {
      if (piece.type !== "text") return piece;
      const text = at === 0 ? piece.text.trimStart() : piece.text;
      return { ...piece, text: at === last ? text.trimEnd() : text };
    })
    .filter((piece) => piece.type !== "text" || piece.text !== "");
}

function leaveRaw(editor: NoteEditor): true {
  const place = placeOf(editor.prosemirrorState);
  if (place !== undefined) leaveBelow(editor, place);
  return true;
}

const isAtEnd = ({ state: { selection } }: EditorView): boolean =>
  selection.empty && selection.$from.parentOffset === selection.$from.parent.content.size;
