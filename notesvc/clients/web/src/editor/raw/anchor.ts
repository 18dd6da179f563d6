/** Links to a heading or a block in markdown: what the caret is in, and where a link leads. */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { blockNamed, blocksWithId } from "../../render/anchors";
import { isSameId } from "../../render/blockIds";
import { headingKey, headingKeys, headingLines } from "../../render/headings";
import { foundAgain, newBlockId, type OwnBlocks } from "../blockNames";
import { isBlock, type PlacedBlock, placesOf } from "./blockPlaces";
import { linePrefix } from "./items";

/** The heading or block is selected, as a place that a search has led to is. */
export function reveal(view: EditorView, anchor: string): void {
  const id = blockNamed(anchor);
  const place = id === undefined ? headingIn(view.state, anchor) : blockIn(view.state, id);
  if (place === null) return;
  view.dispatch({
    selection: { anchor: place.from, head: place.to },
    effects: EditorView.scrollIntoView(place.from, { y: id === undefined ? "start" : "center" }),
  });
}

interface Place {
  from: number;
  to: number;
}

function headingIn({ doc }: EditorState, heading: string): Place | null {
  const lines = headingLines(doc.toString());
  const found = headingKeys(heading)
    .map((wanted) => lines.find(({ text }) => headingKey(text) === wanted))
    .find((each) => each !== undefined);
  if (found === undefined) return null;
  const { from, to, text } = doc.line(found.line);
  const signs = /^[ \t]{0,3}#{1,6}[ \t]+/.exec(text)?.[0].length ?? 0;
  return { from: from + signs, to };
}

function blockIn({ doc }: EditorState, id: string): Place | null {
  const found = blocksWithId(doc.toString()).find((each) => isSameId(each.id, id));
  return found ? { from: doc.line(found.first).from, to: doc.line(found.last).to } : null;
}

/** The anchor of the heading that the caret is in or under. Undefined under none, empty where no link can name it. */
export function headingAnchor(view: EditorView): string | undefined {
  const here = view.state.doc.lineAt(view.state.selection.main.head).to;
  const above = placesOf(view.state.doc, treeOf(view.state)).findLast(
    ({ isHeading, from }) => isHeading && from <= here,
  );
  return above && (anchorOf(view, above) ?? "");
}

/** The anchor of the block with the caret; one without an id is given one. Undefined where that cannot be. */
export function anchorAtCaret(view: EditorView): string | undefined {
  const block = blockAtCaret(view.state);
  const found =
    block &&
    placesOf(view.state.doc, treeOf(view.state)).find(
      ({ from, to }) => from === block.from && to === block.to,
    );
  return found ? anchorOf(view, found) : undefined;
}

function anchorOf(view: EditorView, { anchor, place, key, nth }: PlacedBlock): string | undefined {
  const { state } = view;
  if (anchor !== undefined || place === null || state.readOnly) return anchor;
  const id = newBlockId({ key, nth }, state.doc.toString());
  view.dispatch({ changes: { from: place.at, insert: `${place.before}^${id}${place.after}` } });
  return `^${id}`;
}

/** The blocks of the text that is written, but for the one with the caret. */
export function ownBlocks(view: EditorView): OwnBlocks {
  const now = () => {
    const { doc, selection } = view.state;
    const { head } = selection.main;
    return placesOf(doc, treeOf(view.state)).filter(
      ({ from, to }) => head < from || doc.lineAt(to).to < head,
    );
  };
  return {
    list: now,
    anchorOf: (chosen) => {
      const found = foundAgain(chosen, now());
      return found && anchorOf(view, found);
    },
  };
}

const treeOf = (state: EditorState) => ensureSyntaxTree(state, state.doc.length, 500) ?? syntaxTree(state);

/** The deepest block that has an id of its own; of a callout's title the callout. */
function blockAtCaret(state: EditorState): SyntaxNode | null {
  const line = state.doc.lineAt(state.selection.main.head);
  const words = line.from + line.text.search(/\S[ \t]*$/);
  let node: SyntaxNode | null = treeOf(state).resolveInner(Math.max(line.from, words), 1);
  while (node && !isBlock(node.name)) node = node.parent;
  const isTitle = /^\[!/.test(line.text.slice(linePrefix(line.text).length));
  return isTitle && node?.parent?.name === "Blockquote" ? node.parent : node;
}
