/** Opening a note where a search met it: the words of an excerpt, and their place on the page. */
import { cutAtWord, type Match } from "../addresses";
import { pieces } from "./marked";

const HIGHLIGHT = "match";

/** The first mark of an excerpt; null without one. */
export function matchOf(excerpt: string): Match | null {
  const parts = pieces(excerpt);
  const first = parts.findIndex((part) => part.isMatch);
  if (first < 0) return null;
  const rest = parts.slice(first + 1).map((part) => part.text);
  return {
    words: cutAtWord(parts[first]?.text ?? ""),
    after: cutAtWord(rest.join("").replace(/…$/, "").trim()),
  };
}

/** Where the match stands in a text, whatever its case and white space; null for nowhere. */
export function placeOf(text: string, { words, after }: Match): { from: number; to: number } | null {
  const wanted = pattern(words);
  if (wanted === "") return null;
  const followed = [...shorter(after)].map((rest) => `(?=\\s*${pattern(rest)})`);
  // A word that stands alone comes before the beginning of another one.
  for (const next of [...followed, "(?![\\p{L}\\p{N}])", ""]) {
    const found = new RegExp(wanted + next, "iu").exec(text);
    if (found) return { from: found.index, to: found.index + found[0].length };
  }
  return null;
}

/** Put the match into view and mark it, without a change to the page; false where it is not on it. */
export function revealMatch(within: Element, match: Match): boolean {
  const range = rangeOf(within, match);
  if (range === null) return false;
  const element = range.startContainer.parentElement;
  let fold = element?.closest("details");
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest("details");
  }
  element?.scrollIntoView({ block: "center" });
  if ("highlights" in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  return true;
}

/** Mark all that an element says as what a link has led to. */
export function markWhole(element: Element): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  if ("highlights" in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(range));
}

export function forgetMatch(): void {
  if ("highlights" in CSS) CSS.highlights.delete(HIGHLIGHT);
}

/** The words, then ever fewer of them from the end: marks and ends of blocks may part them in the note. */
function* shorter(text: string): Generator<string> {
  const words = text.split(/\s+/).filter(Boolean);
  for (let count = words.length; count > 0; count--) yield words.slice(0, count).join(" ");
}

const pattern = (text: string): string =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\s+");

function rangeOf(within: Element, match: Match): Range | null {
  const nodes: { node: Text; from: number }[] = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: text.length });
    text += node.nodeValue ?? "";
  }
  const place = placeOf(text, match);
  if (place === null) return null;
  const at = (offset: number) => nodes.findLast(({ from }) => from <= offset);
  const first = at(place.from);
  const last = at(place.to - 1);
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, place.from - first.from);
  range.setEnd(last.node, place.to - last.from);
  return range;
}
