/** The blocks of a markdown text that links can name: what they say, where their ids are, and where one would go. */
import { markdownLanguage } from "@codemirror/lang-markdown";
import { Text } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { blockIdOf } from "../../render/blockIds";
import { headingKey, unmarked, withoutFrontMatter } from "../../render/headings";
import { linkable } from "../../render/titles";
import { type ChosenBlock, foundAgain, type NamedBlock, newBlockId, numbered } from "../blockNames";
import { columns, itemOf, linePrefix } from "./items";

/** Where the id of a block is, or goes, and what stands around it there. */
export interface IdPlace {
  id?: string;
  at: number;
  before: string;
  after: string;
}

export interface PlacedBlock extends NamedBlock {
  from: number;
  to: number;
  /** None for a heading whose words name it. */
  place: IdPlace | null;
}

const LINES = /^(?:Paragraph|Task)$/;
const WHOLE = /^(?:FencedCode|CodeBlock|Table|HTMLBlock)$/;
const HEADING = /Heading\d$/;
const NO_END = /^(?:\$\$[\s\S]*\$\$|!\[\[[^\]\n]*\]\]|!\[[^\]\n]*\]\([^()\n]*\))$/;
const FOOTNOTE = /^\[\^[^\]\s]+\]:/;

export const isBlock = (name: string): boolean => LINES.test(name) || WHOLE.test(name) || HEADING.test(name);

/** A text of its own, beside any surface. */
export function placesIn(markdown: string): PlacedBlock[] {
  const doc = Text.of(markdown.split(/\r\n?|\n/));
  return placesOf(doc, markdownLanguage.parser.parse(doc.toString()));
}

/** The text with an id for the block, and its anchor; null where the block is not there or can have none. */
export function withId(markdown: string, chosen: ChosenBlock): { anchor: string; content: string } | null {
  const found = foundAgain(chosen, placesIn(markdown));
  if (found?.anchor !== undefined) return { anchor: found.anchor, content: markdown };
  if (!found?.place) return null;
  const anchor = `^${newBlockId(found, markdown)}`;
  const { at, before, after } = found.place;
  const end = /\r\n?|\n/.exec(markdown)?.[0] ?? "\n";
  const written = `${before}${anchor}${after}`.replaceAll("\n", end);
  const offset = offsetOf(markdown, at);
  return { anchor, content: markdown.slice(0, offset) + written + markdown.slice(offset) };
}

/** Where the place stands in a text whose lines may end in two signs. */
function offsetOf(markdown: string, at: number): number {
  let offset = 0;
  for (let seen = 0; seen < at; seen++) offset += markdown.startsWith("\r\n", offset) ? 2 : 1;
  return offset;
}

export function placesOf(doc: Text, tree: Tree): PlacedBlock[] {
  const lines = doc.toString().split("\n");
  const start = doc.line(Math.min(doc.lines, lines.length - withoutFrontMatter(lines).length + 1)).from;
  const nodes: SyntaxNode[] = [];
  tree.iterate({
    from: start,
    enter: ({ node, name, from }) => {
      if (from < start) return true;
      if (isBlock(name) || isCallout(doc, node)) nodes.push(node);
      return !isBlock(name);
    },
  });
  const headings = new Set<string>();
  return numbered(nodes.flatMap((node) => placeOf(doc, node, headings) ?? []));
}

function placeOf(doc: Text, node: SyntaxNode, headings: Set<string>) {
  const { from, to } = node;
  const source = doc.sliceString(from, to);
  const isTitle =
    node.prevSibling?.name === "QuoteMark" && node.parent !== null && isCallout(doc, node.parent);
  if (FOOTNOTE.test(source) || blockIdOf(source.trim())?.start === 0 || isTitle) return null;
  const words = wordsOf(doc, node);
  if (words === "" && !WHOLE.test(node.name)) return null;
  const isHeading = HEADING.test(node.name);
  const place = idPlace(doc, node);
  if (place === null && !isHeading) return null;
  const isNamed = isHeading && isFirst(headings, words) && node.parent?.name === "Document";
  const anchor = isNamed ? linkable(words) : place?.id && `^${place.id}`;
  return { from, to, words, place, isHeading, ...(anchor !== undefined && { anchor }) };
}

/** Whether a link that says these words leads here, and not to a heading before. */
function isFirst(headings: Set<string>, words: string): boolean {
  const key = headingKey(words);
  if (key === "" || headingKey(linkable(words)) !== key || headings.has(key)) return false;
  headings.add(key);
  return true;
}

export function isCallout(doc: Text, node: SyntaxNode): boolean {
  return (
    node.name === "Blockquote" &&
    /^[> \t]*\[!/.test(doc.lineAt(node.from).text.slice(node.from - doc.lineAt(node.from).from))
  );
}

/** What a block says: of code what is in it, of a callout its first text. */
export function wordsOf(doc: Text, node: SyntaxNode): string {
  const told =
    node.name === "FencedCode"
      ? node.getChild("CodeText")
      : node.name === "Blockquote"
        ? (node.getChild("Paragraph") ?? node)
        : node;
  if (told === null) return "";
  const lines = doc
    .sliceString(told.from, told.to)
    .split("\n")
    .map((line, at) => (at === 0 ? line : line.slice(linePrefix(line).length)));
  const text = lines.join("\n");
  if (node.name === "FencedCode" || node.name === "CodeBlock") return text.trim();
  if (node.name === "Table")
    return lines
      .filter((line) => !/^[\s|:-]+$/.test(line))
      .map((line) => cellsOf(line))
      .join(" ");
  return unmarked(
    text
      .slice(0, blockIdOf(text)?.start)
      .replace(/[ \t]*<!-- toggle -->[ \t]*$/, "")
      .replace(/^(?:#{1,6}(?:[ \t]+|$)|\[[ xX]\][ \t]+|\[![^\]]*\][+-]?[ \t]*)/, "")
      .replace(/(?:[ \t]+#+|\n[ \t]*(?:=+|-+))[ \t]*$/, "")
      .replace(/\s+/g, " "),
  );
}

const cellsOf = (row: string): string =>
  unmarked(
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(" "),
  );

/** Where the id of a block is, or goes; null where none can be. */
export function idPlace(doc: Text, node: SyntaxNode): IdPlace | null {
  const isText = LINES.test(node.name) || HEADING.test(node.name);
  const hasEnd = isText && !NO_END.test(doc.sliceString(node.from, node.to).trim());
  if (!hasEnd) return below(doc, node);
  // Behind the signs that close a heading, or above those below it, an id would be a part of neither.
  return HEADING.test(node.name) && node.getChildren("HeaderMark").some(({ from }) => from > node.from)
    ? null
    : inText(doc, node);
}

/** At the end of the text, before what makes an item a toggle. */
function inText(doc: Text, { to }: SyntaxNode): IdPlace {
  const line = doc.lineAt(to);
  const words = line.text.slice(0, to - line.from).replace(/[ \t]*(?:<!-- toggle -->[ \t]*)?$/, "");
  const id = blockIdOf(words)?.id;
  return { at: line.from + words.length, before: " ", after: "", ...(id !== undefined && { id }) };
}

/** On a line of its own below what cannot hold it, in the same list or quote. */
function below(doc: Text, node: SyntaxNode): IdPlace | null {
  const prefix = containersOf(doc, node);
  // Code that does not end goes on over what is written below it.
  const isOpen = node.name === "FencedCode" && node.getChildren("CodeMark").length < 2;
  if (prefix === null || isOpen) return null;
  const last = doc.lineAt(node.to);
  const blank = prefix.trimEnd();
  const next = last.number < doc.lines ? doc.line(last.number + 1).text : "";
  const isApart =
    next.slice(linePrefix(next).length).trim() === "" || (prefix !== "" && itemOf(next) !== null);
  const id = idBelow(doc, last.number, prefix);
  return {
    at: last.to,
    before: `\n${blank}\n${prefix}`,
    after: isApart ? "" : `\n${blank}`,
    ...(id !== undefined && { id }),
  };
}

/** What a line begins with to stand beside the block: signs of quotes, and blanks for items. Null where no line can. */
function containersOf(doc: Text, node: SyntaxNode): string | null {
  if (node.parent?.name === "Document") return "";
  const first = doc.lineAt(node.from);
  const lead = first.text.slice(0, node.from - first.from);
  // Indented code in an item: more blanks would make the id code, too.
  return node.name === "CodeBlock" ? null : lead.replace(/[^>\t ]/g, " ");
}

function idBelow(doc: Text, line: number, prefix: string): string | undefined {
  for (let number = line + 1; number <= Math.min(doc.lines, line + 20); number++) {
    const { text } = doc.line(number);
    const quote = linePrefix(text);
    const words = text.slice(quote.length);
    if (words.trim() === "") continue;
    const found = blockIdOf(words.trim());
    const isBeside = depthOf(quote) === depthOf(prefix) && columnsOf(text) >= columnsOf(prefix);
    return isBeside && found?.start === 0 ? found.id : undefined;
  }
  return undefined;
}

const depthOf = (text: string): number => text.split(">").length - 1;
const columnsOf = (text: string): number =>
  columns(/^[ \t]*/.exec(text.slice(text.lastIndexOf(">") + 1))?.[0] ?? "");
