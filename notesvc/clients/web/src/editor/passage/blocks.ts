/** Passages of the block surface: words within one block, or whole blocks. They are followed in rooms, too. */
import { trackPosition } from "@blocknote/core";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { isBlank, signature } from "../../saving/blockText";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import type { GivenBlock } from "../document/cleaned";
import { endStep } from "../document/steps";
import { type Bare, withoutIds } from "../tools/bare";
import { cleanedDeep, writtenOut } from "../tools/copying";
import { type Passage, type Proposed, type Scope, showMarked } from "./passage";
import { replaceWords, unfenced, type Words } from "./words";

export function takeBlocks(editor: NoteEditor, scope: Scope): Passage {
  const { selection } = editor.prosemirrorState;
  const { $from, $to, empty } = selection;
  const isMarked = scope === "marked" && !empty;
  const isWords = selection instanceof TextSelection && $from.sameParent($to);
  if (isMarked && isWords) return wordsOf(editor, selection.from, selection.to);
  if (isMarked) return blocksOf(editor, "selection", idsBetween($from, $to));
  if (scope === "line") return blocksOf(editor, "line", [editor.getTextCursorPosition().block.id]);
  return blocksOf(
    editor,
    "note",
    editor.document.map(({ id }) => id),
  );
}

/** The deepest blocks beside one another that hold both places. */
function idsBetween($from: ResolvedPos, $to: ResolvedPos): string[] {
  let depth = $from.sharedDepth($to.pos);
  while (depth > 0 && $from.node(depth).type.name !== "blockGroup") depth -= 1;
  const group = $from.node(depth);
  const ids: string[] = [];
  for (let at = $from.index(depth); at <= $to.index(depth) && at < group.childCount; at++)
    ids.push(String(group.child(at).attrs.id));
  return ids;
}

function blocksOf(editor: NoteEditor, kind: Passage["kind"], ids: string[]): Passage {
  const first = blocksHere(editor, ids);
  const before = first.map(said);
  const following = follow(editor, () => rangeOfBlocks(editor, ids));
  const whole = kind === "note";
  return {
    kind,
    markdown: writtenOut(first).trimEnd(),
    above: kind === "line" ? aboveOf(editor, ids) : "",
    asWritten: ({ blocks }) => writtenOut(blocks).trimEnd(),
    isSame: () => {
      const now = whole ? (editor.document as GivenBlock[]) : blocksHere(editor, ids);
      return withoutBlank(now).map(said).join("\n") === withoutBlank(first, before).join("\n");
    },
    replace: (proposed) => {
      const now = whole ? editor.document.map(({ id }) => id) : ids.filter((id) => editor.getBlock(id));
      inOneStep(editor, () => exchange(editor, now, proposed));
    },
    insertBelow: (proposed) => {
      const last = ids.findLast((id) => editor.getBlock(id)) ?? editor.document.at(-1)!.id;
      inOneStep(editor, () => show(editor, putAfter(editor, last, given(proposed))));
    },
    ...following,
  };
}

/** What the blocks say that stand above, those within which it lies included. */
function aboveOf(editor: NoteEditor, [id]: readonly string[]): string {
  const { document } = editor;
  const holds = (block: GivenBlock): boolean => block.id === id || (block.children ?? []).some(holds);
  const at = (document as GivenBlock[]).findIndex(holds);
  return writtenOut((document as GivenBlock[]).slice(0, Math.max(0, at)));
}

const blocksHere = (editor: NoteEditor, ids: readonly string[]): GivenBlock[] =>
  ids.flatMap((id) => (editor.getBlock(id) as GivenBlock | undefined) ?? []);

const said = (block: GivenBlock): string => signature(cleanedDeep(block));

/** What they say, without the empty paragraphs at the end: those are the editor's own. */
function withoutBlank<T = GivenBlock>(blocks: readonly GivenBlock[], words?: readonly T[]): T[] {
  const end = blocks.findLastIndex((block) => !isBlank(cleanedDeep(block))) + 1;
  return ((words ?? blocks) as T[]).slice(0, end);
}

const given = ({ blocks }: Proposed): NoteBlock[] =>
  blocks.map((block) => withoutIds(block as Bare) as NoteBlock);

/** Blocks that say the same at the beginning and the end stay what they are. */
function exchange(editor: NoteEditor, ids: readonly string[], proposed: Proposed): void {
  const [old, now] = [blocksHere(editor, ids).map(said), proposed.blocks.map(signature)];
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const going = ids.slice(start, ids.length - end);
  const coming = given(proposed).slice(start, proposed.blocks.length - end);
  const anchor = going[0] ?? ids[start - 1] ?? ids[0] ?? editor.document.at(-1)!.id;
  if (going.length > 0 && coming.length > 0) {
    show(
      editor,
      editor.replaceBlocks([...going], coming).insertedBlocks.map(({ id }) => id),
    );
  } else if (going.length > 0) editor.removeBlocks([...going]);
  else if (coming.length > 0) show(editor, putAfter(editor, anchor, coming));
}

function putAfter(editor: NoteEditor, id: string, blocks: NoteBlock[]): string[] {
  const there = editor.getBlock(id);
  const isEmpty = there !== undefined && isBlank(cleanedDeep(there as GivenBlock));
  if (isEmpty) return editor.replaceBlocks([id], blocks).insertedBlocks.map((block) => block.id);
  return editor.insertBlocks(blocks, id, "after").map((block) => block.id);
}

function show(editor: NoteEditor, ids: readonly string[]): void {
  const last = ids.at(-1);
  if (last !== undefined) editor.setTextCursorPosition(last, "end");
}

function wordsOf(editor: NoteEditor, from: number, to: number): Passage {
  const state = editor.prosemirrorState;
  const ends = [trackPosition(editor, from, "right"), trackPosition(editor, to, "left")] as const;
  const block = String(blockAt(state.doc.resolve(from)).attrs.id);
  const text = sliceOf(state, from, to);
  const markdown = markdownOfWords(editor, state, from, to);
  const isCode = state.doc.resolve(from).parent.type.spec.code === true;
  const now = (): Words | null => placeOf(editor, ends);
  const isSame = () => {
    const place = now();
    return place !== null && sliceOf(editor.prosemirrorState, place.from, place.to) === text;
  };
  return {
    kind: "selection",
    markdown,
    above: "",
    isSame,
    asWritten: ({ content, blocks }) => (isCode ? unfenced(content) : writtenOut(blocks).trimEnd()),
    replace: (proposed) => {
      const place = now();
      if (place) inOneStep(editor, (change) => replaceWords(editor, change, place, proposed));
    },
    insertBelow: (proposed) => {
      const id = editor.getBlock(block) ? block : editor.document.at(-1)!.id;
      inOneStep(editor, () => show(editor, putAfter(editor, id, given(proposed))));
    },
    ...follow(editor, now),
  };
}

function placeOf(editor: NoteEditor, [from, to]: readonly [() => number, () => number]): Words | null {
  try {
    const place = { from: from(), to: to() };
    const { doc } = editor.prosemirrorState;
    return place.from <= place.to && place.to <= doc.content.size ? place : null;
  } catch {
    // In a room: what it stood in is gone.
    return null;
  }
}

function blockAt(at: ResolvedPos): Node {
  let { depth } = at;
  while (depth > 0 && at.node(depth).type.name !== "blockContainer") depth -= 1;
  return at.node(depth);
}

const sliceOf = ({ doc }: EditorState, from: number, to: number): string =>
  JSON.stringify(doc.slice(from, to).content.toJSON());

/** Of a part of a block its words alone: it is no heading or item by itself. */
function markdownOfWords(editor: NoteEditor, { doc }: EditorState, from: number, to: number): string {
  const { parent, parentOffset } = doc.resolve(from);
  if (parent.type.spec.code) return doc.textBetween(from, to);
  const [cut] = (editor.getSelectionCutBlocks()?.blocks ?? []) as GivenBlock[];
  if (cut === undefined || cut.type === "table") return doc.textBetween(from, to, "\n");
  const isWhole = parentOffset === 0 && to - from === parent.content.size;
  const block = { ...cut, children: [], ...(!isWhole && { type: "paragraph", props: {} }) };
  return writtenOut([block]).trimEnd();
}

/** Where it stands in the window, and marking it there while it is wanted. */
function follow(editor: NoteEditor, now: () => Words | null): Pick<Passage, "rect" | "isShown" | "release"> {
  const range = () => {
    const place = now();
    if (place === null || !editor.prosemirrorView?.dom.isConnected) return null;
    return rangeIn(editor, place);
  };
  const mark = () => showMarked(range());
  const stop = editor.onChange(mark);
  mark();
  return {
    rect: () => range()?.getBoundingClientRect() ?? null,
    isShown: () => editor.prosemirrorView?.dom.isConnected ?? false,
    release: () => {
      stop?.();
      showMarked(null);
    },
  };
}

function rangeIn({ prosemirrorView: view }: NoteEditor, { from, to }: Words): Range {
  const [start, end] = [view.domAtPos(from), view.domAtPos(to)];
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
}

function rangeOfBlocks(editor: NoteEditor, ids: readonly string[]): Words | null {
  const wanted = new Set(ids);
  let place: Words | null = null;
  editor.prosemirrorState.doc.descendants((node, at) => {
    if (node.type.name !== "blockContainer" || !wanted.has(String(node.attrs.id))) return true;
    place = { from: Math.min(place?.from ?? at + 1, at + 1), to: at + node.nodeSize - 1 };
    return false;
  });
  return place;
}

/** Nothing that is typed before or after belongs to the same step back. */
function inOneStep(editor: NoteEditor, deed: (change: Transaction) => void): void {
  endStep(editor.prosemirrorView);
  editor.transact((change) => deed(change));
  endStep(editor.prosemirrorView);
  editor.focus();
}
