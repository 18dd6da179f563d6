/** Markdown that is pasted becomes blocks; what blocks cannot say becomes raw markdown instead of being lost. */
import type { Inline, TableContent } from "../../blocks";
import { calloutOf } from "../../render/callouts";
import { namedWidth } from "../../render/embeds";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { formulasIn } from "./escaping";

/** A run of the text: raw markdown, or what BlockNote may read. */
export interface Part {
  isRaw: boolean;
  text: string;
}

const RAW_START = /^(?:\$\$|\[\^[^\]]+\]:|<!--)/;

/** Splits off what blocks cannot say: maths, footnotes, comments. Fenced code is left alone. */
export function parts(text: string): Part[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const found: Part[] = [];
  let fence = "";
  const add = (isRaw: boolean, line: string) => {
    const last = found.at(-1);
    if (last?.isRaw === isRaw && !isRaw) last.text += `\n${line}`;
    else found.push({ isRaw, text: line });
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence !== "") {
      if (mark.startsWith(fence)) fence = "";
      add(false, line);
    } else if (mark !== "") {
      fence = mark;
      add(false, line);
    } else if (RAW_START.test(line)) {
      const end = rawEnd(lines, index);
      add(true, lines.slice(index, end).join("\n"));
      index = end - 1;
    } else add(false, line);
  }
  return found.filter((part) => part.text.trim() !== "");
}

/** The line behind the piece of raw markdown that begins here. */
function rawEnd(lines: string[], start: number): number {
  const first = lines[start] ?? "";
  let end = start + 1;
  if (first.startsWith("[^")) {
    while (/^(?: {2,}|\t)\S/.test(lines[end] ?? "")) end += 1;
    return end;
  }
  const closing = first.startsWith("$$") ? "$$" : "-->";
  if (first.slice(2).includes(closing)) return end;
  while (end < lines.length && !(lines[end] ?? "").includes(closing)) end += 1;
  return end < lines.length ? end + 1 : start + 1;
}

const ATOM =
  /\ue020\/?\w+\ue021|(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]|\[\^[^\]\s]+\]|\$(?=[^\s$\d])[^$\n]*?[^\s$\\]\$(?![\p{L}\d])/gu;

/** Links to notes and embeds in a text become what they mean. */
export function withAtoms(text: string, styles: Record<string, boolean | string>): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  const plain = (to: number) => to > from && found.push({ type: "text", text: text.slice(from, to), styles });
  for (const match of text.matchAll(ATOM)) {
    plain(match.index);
    const isTag = match[0].startsWith("\ue020");
    const isLink = match[2] !== undefined && match[1] === "";
    if (isLink)
      found.push({
        type: "wikiLink",
        props: { title: (match[2] ?? "").trim(), alias: (match[3] ?? "").trim() },
      });
    else found.push({ type: "mdInline", props: { src: isTag ? withTags(match[0]) : match[0] } });
    from = match.index + match[0].length;
  }
  plain(text.length);
  return found;
}

export function blocksOfMarkdown(editor: NoteEditor, markdown: string): NoteBlock[] {
  return parts(markdown).flatMap((part): NoteBlock[] => {
    if (part.isRaw) return [{ type: "rawMarkdown", content: part.text }];
    return quotesApart(part.text).flatMap(({ isQuote, text }) =>
      isQuote ? [quoteOf(blocksOfMarkdown(editor, text))] : read(editor, text),
    );
  });
}

function read(editor: NoteEditor, markdown: string): NoteBlock[] {
  const { text, formulas } = formulasApart(markdown);
  const signed = text.replace(TOGGLES, FOLDED).replace(TAG, "\ue020$1\ue021");
  const blocks = withFormulas(editor.tryParseMarkdownToBlocks(signed) as Loose[], formulas).map(meant);
  const held = JSON.stringify(blocks);
  return held.includes("\ue020") ? JSON.parse(withTags(held)) : (blocks as NoteBlock[]);
}

/** Of a formula BlockNote would read the signs of markdown, so a number between signs that nobody types stands for it. */
function formulasApart(markdown: string): { text: string; formulas: string[] } {
  const formulas: string[] = [];
  let text = "";
  let from = 0;
  for (const { start, end } of formulasIn(markdown)) {
    text += `${markdown.slice(from, start)}\ue022${formulas.length}\ue023`;
    formulas.push(markdown.slice(start, end));
    from = end;
  }
  return { text: text + markdown.slice(from), formulas };
}

function withFormulas(blocks: Loose[], formulas: string[]): Loose[] {
  if (formulas.length === 0) return blocks;
  const held = JSON.stringify(blocks).replace(/\ue022(\d+)\ue023/g, (_, number: string) =>
    JSON.stringify(formulas[Number(number)] ?? "").slice(1, -1),
  );
  return JSON.parse(held) as Loose[];
}

const QUOTED = /^ {0,3}> ?/;

/** Quotes without their signs, and what stands between them: BlockNote would take the lists within them apart. */
export function quotesApart(text: string): { isQuote: boolean; text: string }[] {
  const found: { isQuote: boolean; text: string }[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const last = found.at(-1);
    // The last line of a quote may go on without the sign.
    const isLazy = last?.isQuote === true && /\S$/.test(last.text) && /^[^\s#|`~*+\d-]/.test(line);
    const isQuote = fence === "" && (QUOTED.test(line) || isLazy);
    const mark = isQuote ? "" : (/^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? "");
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    const said = isQuote ? line.replace(QUOTED, "") : line;
    if (last?.isQuote === isQuote) last.text += `\n${said}`;
    else found.push({ isQuote, text: said });
  }
  return found;
}

function quoteOf(within: NoteBlock[]): NoteBlock {
  const [first, ...rest] = within as Loose[];
  const hasWords = first?.type === "paragraph" && Array.isArray(first.content);
  const content = hasWords ? (first.content as Inline[]) : [];
  const children = hasWords ? [...(first.children ?? []), ...rest] : (within as Loose[]);
  return { type: "quote", content, children, ...parted(content, children) } as NoteBlock;
}

/** BlockNote drops these, so signs that nobody types stand for their brackets. */
const TAG = /<(\/?(?:su[bp]|kbd|small))>/g;
const withTags = (text: string): string => text.replace(/\ue020(\/?\w+)\ue021/g, "<$1>");

/** Behind the first line of an item: a toggle. BlockNote drops comments, so a sign that nobody types stands for it. */
const TOGGLES = /(?<=^[ \t]*[-*+] .*?)[ \t]*<!-- toggle -->[ \t]*$/gm;
const FOLDED = "\ue01f";

interface Loose {
  type: string;
  props?: Record<string, unknown>;
  content?: unknown;
  children?: Loose[];
}

function meant(block: Loose): Loose {
  const { type, content, children } = block;
  if (type === "codeBlock") return block;
  const inline = Array.isArray(content) ? (content as Inline[]) : undefined;
  const isToggle =
    type === "bulletListItem" && inline !== undefined && JSON.stringify(inline).includes(FOLDED);
  return {
    ...block,
    ...(type === "table" && { content: ofCells(content as TableContent) }),
    ...(isToggle && { type: "toggleListItem" }),
    ...(type === "image" && { props: sized(block.props ?? {}) }),
    ...(inline && { content: inline.map(unfolded).flatMap(meantInline) }),
    children: (children ?? []).map(meant),
    ...(type === "quote" && inline && parted(inline, children ?? [])),
  };
}

const ofCells = (table: TableContent): TableContent => ({
  ...table,
  rows: table.rows.map((row) => ({
    cells: row.cells.map((cell) =>
      Array.isArray(cell)
        ? cell.flatMap(meantInline)
        : { ...cell, content: cell.content.flatMap(meantInline) },
    ),
  })),
});

/** What stands below the title of a callout is its body. */
function parted(content: Inline[], children: Loose[]): Partial<Loose> | undefined {
  const head = calloutOf(content);
  if (head === null || head.rest.length === 0) return undefined;
  const [first] = content;
  const begun = first?.type === "text" ? [{ ...first, text: first.text.slice(0, head.length) }] : [];
  const body = { type: "paragraph", content: head.rest.flatMap(meantInline) };
  return {
    content: [...begun, ...head.title.flatMap(meantInline)],
    children: [body, ...children.map(meant)],
  };
}

const unfolded = (inline: Inline): Inline =>
  inline.type === "text" ? { ...inline, text: inline.text.replace(FOLDED, "") } : inline;

/** `alt|300` is a name and a width. */
function sized(props: Record<string, unknown>): Record<string, unknown> {
  const { name, width } = namedWidth(String(props.name ?? ""));
  return width === undefined ? props : { ...props, name, previewWidth: width };
}

function meantInline(inline: Inline): Inline[] {
  if (inline.type !== "text" || inline.styles.code) return [inline];
  return withAtoms(inline.text, inline.styles);
}

/** Whether a text looks as if somebody had written markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\$\$|\||---\s*$|\[\^)|\[\[[^\]]+\]\]|\[[^\]]+\]\([^)]+\)|\*\*\S|`[^`\n]+`/mu.test(
    text,
  );
}
