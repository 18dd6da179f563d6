/** The headings of a note: from its blocks, from its markdown, and on the page. */
import type { Block, Inline } from "../blocks";
import { withoutBlockId } from "./blockIds";
import { nameKey } from "./tokens";

export interface Heading {
  level: number;
  text: string;
}

export function headingsOf(blocks: readonly Block[]): Heading[] {
  const found: Heading[] = [];
  const walk = (block: Block): void => {
    if (block.type === "heading") {
      const text = withoutBlockId(plain(block.content)).trim();
      if (text) found.push({ level: levelOf(block), text });
    }
    block.children?.forEach(walk);
  };
  blocks.forEach(walk);
  return found;
}

export function levelOf(block: Block): number {
  const level = Number(block.props?.level ?? 1);
  return Math.min(6, Math.max(1, Math.round(level) || 1));
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const ATX = /^[ \t]{0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;

export const headingsOfMarkdown = (markdown: string): Heading[] =>
  headingLines(markdown).map(({ level, text }) => ({ level, text }));

/** With the number of the line that each stands in, counted from one. */
export function headingLines(markdown: string): (Heading & { line: number })[] {
  const found: (Heading & { line: number })[] = [];
  for (const { text, above, line } of proseLines(markdown)) {
    const atx = ATX.exec(text);
    if (atx?.[2]) found.push({ level: atx[1]?.length ?? 1, text: wordsOf(atx[2]), line });
    else if (above !== undefined && isUnderline(text) && isText(above))
      found.push({ level: text.trim()[0] === "=" ? 1 : 2, text: wordsOf(above), line: line - 1 });
  }
  return found.filter((heading) => heading.text !== "");
}

const wordsOf = (source: string): string => unmarked(withoutBlockId(source));

interface ProseLine {
  text: string;
  above: string | undefined;
  line: number;
}

/** The lines that are neither code nor front matter, with their numbers counted from one. */
export function proseLines(markdown: string): ProseLine[] {
  const found: ProseLine[] = [];
  const all = markdown.split(/\r?\n/);
  const lines = withoutFrontMatter(all);
  const first = all.length - lines.length + 1;
  let fence = "";
  let isQuoted = false;
  for (const [index, text] of lines.entries()) {
    // With a quote ends what code in it does not close.
    if (fence && isQuoted && !/^[ \t]*>/.test(text)) fence = "";
    const mark = FENCE.exec(text)?.[1] ?? "";
    if (fence) {
      if (mark.startsWith(fence) && text.replace(/^[ \t>]+/, "").trim() === mark) fence = "";
    } else if (mark) {
      fence = mark;
      isQuoted = /^[ \t]*>/.test(text);
    } else found.push({ text, above: lines[index - 1], line: first + index });
  }
  return found;
}

const isUnderline = (line: string) => /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line);
const isText = (line: string) =>
  /\S/.test(line) && !/^\s*(?:[#>|]|[-*+]\s|\d+[.)]\s|(?:[-*_]\s*){3,}$)/.test(line);

export function withoutFrontMatter(lines: string[]): string[] {
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  return end > 0 ? lines.slice(end + 1) : lines;
}

/** A line of markdown without its marks. */
export function unmarked(source: string): string {
  return source
    .replace(/!?\[\[([^\]|]*\|)?([^\]]*)\]\]/g, "$2")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}])([*_])(\S.*?)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}

/** The text of a block's content without styles. */
export function plain(content: Block["content"]): string {
  if (content === undefined) return "";
  if (!Array.isArray(content))
    return content.rows
      .map((row) => row.cells.map((cell) => plain(Array.isArray(cell) ? cell : cell.content)).join(" "))
      .join("\n");
  return content.map(said).join("");
}

const STRONG = /[\p{L}]/u;
const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** As `dir="auto"` finds it, for what belongs to a text and does not stand around it. */
export const directionOf = (content: Block["content"]) => directionOfText(plain(content));

export function directionOfText(text: string): "ltr" | "rtl" | undefined {
  const first = STRONG.exec(text)?.[0];
  if (first === undefined) return undefined;
  return FROM_RIGHT.test(first) ? "rtl" : "ltr";
}

function said(inline: Inline): string {
  if (inline.type === "text") return inline.text;
  if (inline.type === "link") return plain(inline.content);
  if (inline.type === "wikiLink") return inline.props.alias || inline.props.title;
  return unmarked(inline.props.src);
}

/** Put the heading with this text into view and the focus on it. Works on either surface's headings. */
export function revealHeading(within: ParentNode, heading: string): HTMLElement | null {
  const all = [...within.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")];
  const own = all.filter((each) => !each.closest(".embedded"));
  const found = headingKeys(heading)
    .map((wanted) => own.find((each) => headingKey(each.textContent ?? "") === wanted))
    .find((each) => each !== undefined);
  return found === undefined ? null : reveal(found, "start");
}

/** Open what it is folded in, bring it into view, and have the focus on it where nothing is written. */
export function reveal(found: HTMLElement, block: ScrollLogicalPosition): HTMLElement {
  for (let fold = found.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  found.scrollIntoView({ block });
  if (!found.isContentEditable) {
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }
  return found;
}

/** What two headings are compared by: links to them leave out most punctuation. */
export const headingKey = (text: string): string =>
  nameKey(withoutBlockId(text).replace(/[^\p{L}\p{N}\p{M}]+/gu, " "));

/** What a heading's key may be that an anchor names: `A#B` is the heading B below A. */
export const headingKeys = (anchor: string): string[] => [
  headingKey(anchor),
  headingKey(anchor.slice(anchor.lastIndexOf("#") + 1)),
];
