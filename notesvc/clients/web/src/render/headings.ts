/** The headings of a note: from its blocks, from its markdown, and on the page. */
import type { Block, Inline } from "../blocks";
import { nameKey } from "./tokens";

export interface Heading {
  level: number;
  text: string;
}

export function headingsOf(blocks: readonly Block[]): Heading[] {
  const found: Heading[] = [];
  const walk = (block: Block): void => {
    if (block.type === "heading") {
      const text = plain(block.content).trim();
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

export function headingsOfMarkdown(markdown: string): Heading[] {
  const found: Heading[] = [];
  const lines = withoutFrontMatter(markdown.split(/\r?\n/));
  let fence = "";
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1] ?? "";
    if (fence) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
      continue;
    }
    if (mark) {
      fence = mark;
      continue;
    }
    const atx = ATX.exec(line);
    if (atx?.[2]) found.push({ level: atx[1]?.length ?? 1, text: unmarked(atx[2]) });
    else if (isUnderline(line) && isText(lines[index - 1]))
      found.push({ level: line.trim()[0] === "=" ? 1 : 2, text: unmarked(lines[index - 1] ?? "") });
  }
  return found.filter((heading) => heading.text !== "");
}

const isUnderline = (line: string) => /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line);
const isText = (line: string | undefined) =>
  line !== undefined && /\S/.test(line) && !/^\s*(?:[#>|]|[-*+]\s|\d+[.)]\s|(?:[-*_]\s*){3,}$)/.test(line);

function withoutFrontMatter(lines: string[]): string[] {
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  return end > 0 ? lines.slice(end + 1) : lines;
}

/** A line of markdown without its marks. */
function unmarked(source: string): string {
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

function said(inline: Inline): string {
  if (inline.type === "text") return inline.text;
  if (inline.type === "link") return plain(inline.content);
  if (inline.type === "wikiLink") return inline.props.alias || inline.props.title;
  return unmarked(inline.props.src);
}

/** Put the heading with this text into view and the focus on it. Works on either surface's headings. */
export function revealHeading(within: ParentNode, heading: string): boolean {
  const wanted = headingKey(heading);
  const all = within.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6");
  const found = [...all].find((each) => headingKey(each.textContent ?? "") === wanted);
  if (found === undefined) return false;
  for (let fold = found.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  found.scrollIntoView({ block: "start" });
  if (!found.isContentEditable) {
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  }
  return true;
}

/** What two headings are compared by: links to them leave out most punctuation. */
const headingKey = (text: string): string => nameKey(text.replace(/[^\p{L}\p{N}\p{M}]+/gu, " "));
