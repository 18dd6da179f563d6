/** Where the caret stands in a text by the words around it, so that it can stand there again in a text shown anew. */
import { type Caret, CONTEXT, offsetIn } from "../editor/caretWords";

export type { Caret } from "../editor/caretWords";

/** The caret in this element; null when it is elsewhere. */
export function caretIn(root: HTMLElement | null): Caret | null {
  const selection = document.getSelection();
  if (!root || !selection?.focusNode || !root.contains(selection.focusNode)) return null;
  return caretAt(root, selection.focusNode, selection.focusOffset);
}

/** Behind all of its text. */
export function endOf(root: HTMLElement | null): Caret {
  const { text } = wordsOf(root ?? document.createElement("div"));
  return { before: text.slice(-CONTEXT), after: "", offset: text.length, length: text.length };
}

/** The place in the text under the pointer. */
export function caretUnder(root: HTMLElement, x: number, y: number): Caret | null {
  const place = document.caretPositionFromPoint?.(x, y);
  if (place && root.contains(place.offsetNode)) return caretAt(root, place.offsetNode, place.offset);
  const range = (document as unknown as { caretRangeFromPoint?: typeof caretRange }).caretRangeFromPoint?.(
    x,
    y,
  );
  return range && root.contains(range.startContainer)
    ? caretAt(root, range.startContainer, range.startOffset)
    : null;
}

declare function caretRange(x: number, y: number): Range | null;

/** Put the caret there, in the element that is written in. Whether it could be. */
export function placeCaret(root: HTMLElement | null, caret: Caret): boolean {
  const field = root?.querySelector<HTMLElement>('[contenteditable="true"]');
  if (!field) return false;
  const { text, pieces } = wordsOf(field);
  const offset = offsetIn(text, caret);
  const piece = pieces.find(({ node, start }) => offset <= start + node.data.length);
  field.focus({ preventScroll: true });
  if (!piece) return true;
  document.getSelection()?.collapse(piece.node, Math.max(0, offset - piece.start));
  reveal(piece.node);
  return true;
}

function caretAt(root: HTMLElement, node: Node, offset: number): Caret {
  const { text, pieces } = wordsOf(root);
  const range = document.createRange();
  range.setStart(node, offset);
  const piece = pieces.find((each) => range.comparePoint(each.node, each.node.data.length) >= 0);
  const at = piece === undefined ? text.length : piece.start + (piece.node === node ? offset : 0);
  return {
    before: text.slice(Math.max(0, at - CONTEXT), at),
    after: text.slice(at, at + CONTEXT),
    offset: at,
    length: text.length,
  };
}

interface Words {
  text: string;
  pieces: { node: Text; start: number }[];
}

/** What only one of the two has: names to choose from, and formulas but for their source. */
const ASIDE =
  "select, .code-head, .katex-html, .katex-mathml semantics > :not(annotation), .formula, .callout-source, .bn-source-block-popup";
const PARAGRAPHS = "p, h1, h2, h3, h4, h5, h6, li, td, th, pre, blockquote, summary, div, figure";

/** The text of an element with its paragraphs on lines of their own. */
function wordsOf(root: HTMLElement): Words {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(ASIDE) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT,
  );
  const pieces: Words["pieces"] = [];
  const parts: string[] = [];
  let start = 0;
  let last: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const paragraph = node.parentElement?.closest(PARAGRAPHS) ?? null;
    if (last !== null && paragraph !== last) start += parts.push("\n") && 1;
    last = paragraph;
    pieces.push({ node, start });
    parts.push(node.data);
    start += node.data.length;
  }
  return { text: parts.join(""), pieces };
}

function reveal(text: Text): void {
  const { top, bottom } = text.parentElement?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  // The keyboard on the screen may lie over the page.
  if (bottom < 0 || top > (visualViewport?.height ?? innerHeight))
    text.parentElement?.scrollIntoView({ block: "center" });
}
