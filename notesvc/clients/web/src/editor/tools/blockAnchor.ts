/** What a link says to name a block of the block surface: a heading by its words, all else by an id. */
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { Inline } from "../../blocks";
import { blockIdOf, splitAtId } from "../../render/blockIds";
import { calloutOf } from "../../render/callouts";
import { plain } from "../../render/headings";
import { headingWords, newBlockId } from "../anchorLink";
import type { NoteEditor } from "../blocks/schema";

interface Named {
  id: string;
  type: string;
  content?: unknown;
  children: readonly unknown[];
}

const LINES = new Set([
  "paragraph",
  "bulletListItem",
  "numberedListItem",
  "checkListItem",
  "toggleListItem",
  "quote",
]);

/** Whether a link may name it: it says something, and more than a line across the page. */
export const canBeNamed = (block: Named): boolean =>
  block.type !== "divider" &&
  !((LINES.has(block.type) || block.type === "heading") && plain(block.content as Inline[]).trim() === "");

/** The anchor of the block; one without an id is given one, in the text. Undefined where that cannot be. */
export function anchorOf(editor: NoteEditor, blockId: string): string | undefined {
  const block = editor.getBlock(blockId) as Named | undefined;
  if (block === undefined || !canBeNamed(block)) return undefined;
  if (block.type === "heading") return headingWords(block);
  const found = endsWithId(block) ? idIn(block) : idBelow(editor, blockId);
  if (found !== undefined) return `^${found}`;
  if (!editor.isEditable) return undefined;
  const id = newBlockId();
  if (endsWithId(block)) writeAtEnd(editor, blockId, `^${id}`);
  else editor.insertBlocks([{ type: "paragraph", content: `^${id}` }], blockId, "after");
  return `^${id}`;
}

/** What is more than its own text, such as a table or a callout, has the id on a line below. */
function endsWithId({ type, content, children }: Named): boolean {
  if (!LINES.has(type)) return false;
  return type !== "quote" || (children.length === 0 && calloutOf(content as Inline[]) === null);
}

const idIn = ({ content }: Named): string | undefined => blockIdOf(splitAtId(content as Inline[]).sign)?.id;

function idBelow(editor: NoteEditor, blockId: string): string | undefined {
  const below = editor.getNextBlock(blockId);
  if (below?.type !== "paragraph") return undefined;
  const found = blockIdOf(plain(below.content as Inline[]).trim());
  return found?.start === 0 ? found.id : undefined;
}

/** In letters of no style; a caret at the end stays before them. */
function writeAtEnd(editor: NoteEditor, blockId: string, sign: string): void {
  const view = editor.prosemirrorView;
  const { tr, schema, selection, doc } = view.state;
  const end = endOf(view.state, blockId);
  if (end === null) return;
  const isApart = /[ \t\n]$/.test(doc.textBetween(Math.max(0, end - 1), end, "\n", "\n"));
  tr.insert(end, schema.text(isApart ? sign : ` ${sign}`));
  if (selection instanceof TextSelection) keepSelection(tr, selection);
  view.dispatch(tr);
}

function keepSelection(tr: Transaction, { anchor, head }: TextSelection): void {
  const at = (place: number) => tr.mapping.map(place, -1);
  tr.setSelection(TextSelection.create(tr.doc, at(anchor), at(head)));
}

/** Where the text of the block ends, and what it holds begins. */
function endOf({ doc }: EditorState, blockId: string): number | null {
  let end: number | null = null;
  doc.descendants((node, at) => {
    if (node.type.name !== "blockContainer" || node.attrs.id !== blockId) return end === null;
    end = at + (node.firstChild?.nodeSize ?? 0);
    return false;
  });
  return end;
}
