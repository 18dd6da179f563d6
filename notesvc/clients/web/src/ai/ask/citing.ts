/** The numbers of an answer as links, and the place in a note that a quote stands at. */
import { cutAtWord, type Match } from "../../addresses";
import type { Block, Inline } from "../../blocks";
import type { Source } from "../answering";

/** What the address of a citation begins with. */
export const SIGN = "#cite-";
const NUMBER = /\[(\d{1,3})\]/g;

/** The blocks with the numbers of known sources as links; code stays as it is. */
export function cited(blocks: readonly Block[], sources: readonly Source[]): Block[] {
  const known = new Set(sources.map(({ n }) => n));
  const numbered = (content: readonly Inline[]): Inline[] =>
    content.flatMap((each) => (each.type === "text" && !each.styles.code ? split(each, known) : [each]));
  const walk = (block: Block): Block => {
    const children = block.children?.map(walk);
    if (block.type === "codeBlock" || block.type === "rawMarkdown") return block;
    const { content } = block;
    if (Array.isArray(content))
      return { ...block, content: numbered(content), ...(children && { children }) };
    if (content === undefined) return { ...block, ...(children && { children }) };
    const rows = content.rows.map(({ cells }) => ({
      cells: cells.map((cell) =>
        Array.isArray(cell) ? numbered(cell) : { ...cell, content: numbered(cell.content) },
      ),
    }));
    return { ...block, content: { ...content, rows }, ...(children && { children }) };
  };
  return blocks.map(walk);
}

function split({ text, styles }: Inline & { type: "text" }, known: ReadonlySet<number>): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  const put = (words: string) => words !== "" && parts.push({ type: "text", text: words, styles });
  for (const { 0: whole, 1: digits = "", index } of text.matchAll(NUMBER)) {
    if (!known.has(Number(digits))) continue;
    put(text.slice(from, index).trimEnd());
    const label: Inline = { type: "text", text: digits, styles: {} };
    parts.push({ type: "link", href: `${SIGN}${Number(digits)}`, content: [label] });
    from = index + whole.length;
  }
  put(text.slice(from));
  return parts;
}

/** A quote as it is read: without the signs that make words bold, code or links. */
export const readable = (quote: string): string =>
  quote
    .replace(/!?\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]/g, (_, title: string, alias = "") => alias || title)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/[*_~=`]{2}|[`\\]|^\s*(?:#{1,6}|>|[-*+])\s+/gm, "");

/** Signs of markdown, which the shown text has not. */
const SIGNS = /[*_`~=[\]|#>$\\!()]+|https?:\S+|\n/;

/** The longest stretch of the quote that stands in the note as it is shown; null where there is none. */
export function matchOfQuote(quote: string): Match | null {
  const stretches = quote.split(SIGNS).map((part) => part.replace(/^[\s\-+.]+/, "").trim());
  const longest = stretches.reduce((most, each) => (each.length > most.length ? each : most), "");
  return longest === "" ? null : { words: cutAtWord(longest), after: "" };
}
