/** Links to a heading or a block in markdown: what the caret is in, and where a link leads. */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { blockNamed, blocksWithId } from "../../render/anchors";
import { blockIdOf, isSameId } from "../../render/blockIds";
import { headingKey, headingLines } from "../../render/headings";
import { newBlockId } from "../anchorLink";
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
  const wanted = headingKey(heading);
  const found = headingLines(doc.toString()).find(({ text }) => headingKey(text) === wanted);
  if (found === undefined) return null;
  const { from, to, text } = doc.line(found.line);
  const signs = /^[ \t]{0,3}#{1,6}[ \t]+/.exec(text)?.[0].length ?? 0;
  return { from: from + signs, to };
}

function blockIn({ doc }: EditorState, id: string): Place | null {
  const found = blocksWithId(doc.toString()).find((each) => isSameId(each.id, id));
  return found ? { from: doc.line(found.first).from, to: doc.line(found.last).to } : null;
}

/** What the heading says that the caret is in or under. */
export function headingOver({ doc, selection }: EditorState): string | undefined {
  const here = doc.lineAt(selection.main.head).number;
  return headingLines(doc.toString()).findLast(({ line }) => line <= here)?.text;
}

const LINES = /^(?:Paragraph|Task)$/;
const WHOLE = /^(?:FencedCode|CodeBlock|Table|HTMLBlock)$/;

/** The anchor of the block with the caret; one without an id is given one. Undefined where that cannot be. */
export function anchorAtCaret(view: EditorView): string | undefined {
  const { state } = view;
  const block = blockAtCaret(state);
  if (block === null) return undefined;
  if (block.name.includes("Heading")) return headingOver(state);
  const place = LINES.test(block.name) ? inText(state, block) : below(state, block);
  if (place === null) return undefined;
  if (place.id !== undefined) return `^${place.id}`;
  if (state.readOnly) return undefined;
  const id = newBlockId();
  view.dispatch({ changes: { from: place.at, insert: `${place.before}^${id}${place.after}` } });
  return `^${id}`;
}

/** The deepest block that has an id of its own; of a callout's title the callout. */
function blockAtCaret(state: EditorState): SyntaxNode | null {
  const line = state.doc.lineAt(state.selection.main.head);
  const tree = ensureSyntaxTree(state, line.to, 500) ?? syntaxTree(state);
  const words = line.from + line.text.search(/\S[ \t]*$/);
  let node: SyntaxNode | null = tree.resolveInner(Math.max(line.from, words), 1);
  while (node && !LINES.test(node.name) && !WHOLE.test(node.name) && !node.name.includes("Heading"))
    node = node.parent;
  const isTitle = /^\[!/.test(line.text.slice(linePrefix(line.text).length));
  return isTitle && node?.parent?.name === "Blockquote" ? node.parent : node;
}

interface Found {
  id?: string;
  at: number;
  before: string;
  after: string;
}

/** Where the id of a text is, or goes: at its end, before what makes an item a toggle. */
function inText({ doc }: EditorState, { to }: SyntaxNode): Found {
  const line = doc.lineAt(to);
  const words = line.text.slice(0, to - line.from).replace(/[ \t]*(?:<!-- toggle -->[ \t]*)?$/, "");
  const id = blockIdOf(words)?.id;
  return { at: line.from + words.length, before: " ", after: "", ...(id !== undefined && { id }) };
}

/** Where it is or goes for what cannot hold it: on a line of its own below. Only outside of lists and quotes. */
function below({ doc }: EditorState, node: SyntaxNode): Found | null {
  if (node.parent?.name !== "Document") return null;
  const last = doc.lineAt(node.to);
  const rest = doc.sliceString(last.to, Math.min(doc.length, last.to + 200));
  const next = rest.split("\n").find((each) => each.trim() !== "") ?? "";
  const found = blockIdOf(next.trim());
  const after = /^\n[^\n]*\S/.test(rest) ? "\n" : "";
  return { at: last.to, before: "\n\n", after, ...(found?.start === 0 && { id: found.id }) };
}
