/** What a link says to name a block of the block surface: a heading by its words, all else by an id. */
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { Inline } from "../../blocks";
import { blockIdOf, splitAtId } from "../../render/blockIds";
import { calloutOf } from "../../render/callouts";
import { headingKey, plain } from "../../render/headings";
import { linkable } from "../../render/titles";
import { foundAgain, type NamedBlock, newBlockId, numbered, type OwnBlocks } from "../blockNames";
import type { NoteEditor } from "../blocks/schema";

interface Named {
  id: string;
  type: string;
  props?: Record<string, unknown>;
  content?: unknown;
  children: readonly Named[];
}

interface Listed extends NamedBlock {
  block: Named;
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
export const canBeNamed = (block: Pick<Named, "type" | "content">): boolean =>
  block.type !== "divider" &&
  !((LINES.has(block.type) || block.type === "heading") && plain(block.content as Inline[]).trim() === "");

/** The anchor of the block; one without an id is given one, in the text. Undefined where that cannot be. */
export function anchorOf(editor: NoteEditor, blockId: string): string | undefined {
  const listed = listOf(editor).find(({ block }) => block.id === blockId);
  return listed && anchorOfListed(editor, listed);
}

/** The anchor of the heading that the block is or stands under. Undefined under none, empty where no link can name it. */
export function headingAnchor(editor: NoteEditor, blockId: string): string | undefined {
  const heading = headingOver(editor.document as never, blockId);
  return heading && (anchorOf(editor, heading.id) ?? "");
}

/** The block if it is a heading that says something, else the heading that it stands under. */
export function headingOver(blocks: readonly Named[], blockId: string): Named | undefined {
  let last: Named | undefined;
  const isHere = (block: Named): boolean => {
    if (block.type === "heading" && wordsOf(block) !== "") last = block;
    return block.id === blockId || block.children.some(isHere);
  };
  blocks.some(isHere);
  return last;
}

/** The blocks of the note that is written, but for the one with the caret. */
export function ownBlocks(editor: NoteEditor): OwnBlocks {
  const now = () => {
    const here = editor.getTextCursorPosition().block.id;
    return listOf(editor).filter(({ block }) => block.id !== here);
  };
  return {
    list: now,
    anchorOf: (chosen) => {
      const found = foundAgain(chosen, now());
      return found && anchorOfListed(editor, found);
    },
  };
}

function anchorOfListed(editor: NoteEditor, { block, anchor, key, nth }: Listed): string | undefined {
  if (anchor !== undefined || !editor.isEditable) return anchor;
  const id = newBlockId({ key, nth }, editor.prosemirrorState.doc.textContent);
  if (endsWithId(block)) writeAtEnd(editor, block.id, `^${id}`);
  else editor.insertBlocks([{ type: "paragraph", content: `^${id}` }], block.id, "after");
  return `^${id}`;
}

/** All that links can name, in order. */
function listOf(editor: NoteEditor): Listed[] {
  const found: Omit<Listed, "key" | "nth">[] = [];
  const headings = new Set<string>();
  const walk = (blocks: readonly Named[], isTop: boolean) => {
    for (const [at, block] of blocks.entries()) {
      if (canBeNamed(block) && idAlone(block) === undefined)
        found.push({ block, ...named(block, blocks[at + 1], isTop, headings) });
      walk(block.children, false);
    }
  };
  walk(editor.document as never, true);
  return numbered(found);
}

function named(block: Named, below: Named | undefined, isTop: boolean, headings: Set<string>) {
  const words = wordsOf(block);
  const isHeading = block.type === "heading";
  const key = headingKey(words);
  const isFirst = isHeading && key !== "" && headingKey(linkable(words)) === key && !headings.has(key);
  if (isHeading) headings.add(key);
  const id = endsWithId(block) ? idIn(block) : below && idAlone(below);
  const anchor = isFirst && isTop ? linkable(words) : id && `^${id}`;
  return { words, isHeading, ...(anchor !== undefined && { anchor }) };
}

function wordsOf({ content, props }: Named): string {
  const said = Array.isArray(content) ? splitAtId(content as Inline[]).line : content;
  const text = plain(said as Inline[]).replace(/^\[![^\]]*\][+-]?/, "");
  return (text || String(props?.caption || props?.name || "")).replace(/\s+/g, " ").trim();
}

/** What is more than its own text, such as a table or a callout, has the id on a line below. */
function endsWithId({ type, content, children }: Named): boolean {
  if (type === "heading") return true;
  if (!LINES.has(type)) return false;
  return type !== "quote" || (children.length === 0 && calloutOf(content as Inline[]) === null);
}

const idIn = ({ content }: Named): string | undefined => blockIdOf(splitAtId(content as Inline[]).sign)?.id;

/** The id that a paragraph of nothing else gives to the block above. */
function idAlone(block: Named): string | undefined {
  if (block.type !== "paragraph") return undefined;
  const found = blockIdOf(plain(block.content as Inline[]).trim());
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
