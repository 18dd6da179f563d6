/** Markdown of a few blocks, for the clipboard and the raw surface: in the service's own form, which writes what is stored. */
import { type Block, type Inline, numberBelow, type TableContent } from "../../blocks";
import { escapedLine, escapedText } from "./escaping";

export function markdownOf(blocks: readonly Block[]): string {
  return `${lines(blocks, "", false)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

export const TOGGLE = "<!-- toggle -->";
const LIST = new Set(["bulletListItem", "numberedListItem", "checkListItem", "toggleListItem"]);

function lines(blocks: readonly Block[], indent: string, isNested: boolean): string[] {
  const found: string[] = [];
  let number = 0;
  let delimiter = ".";
  blocks.forEach((block, index) => {
    const isInList = blocks[index - 1]?.type === block.type;
    // Another sign begins another list, which starts at its own number.
    if (isInList && block.props?.start !== undefined) delimiter = delimiter === "." ? ")" : ".";
    number = numberBelow(number, block);
    if (block.type === "quote") {
      found.push(...quoted(block).map((line) => `${indent}${line}`), "");
      return;
    }
    const own = textOf(block, `${number}${delimiter}`).split("\n");
    const hang = LIST.has(block.type) ? " ".repeat(4) : "";
    found.push(...own.map((line, at) => (line === "" ? "" : `${indent}${at > 0 ? hang : ""}${line}`)));
    const children = block.children ?? [];
    if (hang !== "" && children[0] !== undefined && !mayFollowAtOnce(children[0])) found.push("");
    const within = lines(children, indent + hang, hang !== "");
    while (hang !== "" && within.at(-1) === "") within.pop();
    found.push(...within);
    const next = blocks[index + 1];
    const isTight = isOneList(block, next) || (isNested && hang !== "" && next && mayFollowAtOnce(next));
    if (!isTight || own.includes("") || within.includes("")) found.push("");
  });
  return found;
}

/** Whether the next block is an item of the same list, as items of one kind of sign are. */
function isOneList(block: Block, next: Block | undefined): boolean {
  if (next === undefined || !LIST.has(block.type) || !LIST.has(next.type)) return false;
  const isNumbered = block.type === "numberedListItem";
  return isNumbered === (next.type === "numberedListItem") && next.props?.start === undefined;
}

/** Whether it may stand on the line below the words of an item: anything else would go on in that line. */
function mayFollowAtOnce({ type, props, content }: Block): boolean {
  const isEmpty = Array.isArray(content) && content.length === 0;
  if (type === "numberedListItem") return !isEmpty && (props?.start ?? 1) === 1;
  return type === "bulletListItem" ? !isEmpty : LIST.has(type);
}

/** A quote holds whatever stands within it. */
function quoted(block: Block): string[] {
  const text = said(block.content);
  const within = lines(block.children ?? [], "", true);
  while (within.at(-1) === "") within.pop();
  const own = text === "" ? [] : text.split("\n");
  const isParted = own.length > 0 && within.length > 0 && !CALLOUT.test(own[0] ?? "");
  const all = isParted ? [...own, "", ...within] : [...own, ...within];
  return all.map((line) => (line === "" ? ">" : `> ${line}`));
}

const CALLOUT = /^\[![\p{L}\p{N}_-]{1,40}(?:\|[^\]\n]*)?\][-+]?/u;

/** The words of a block that begin a line of their own. */
function said(content: Block["content"]): string {
  if (!Array.isArray(content)) return "";
  const [first] = content;
  const head = first?.type === "text" ? CALLOUT.exec(first.text)?.[0] : undefined;
  if (first?.type !== "text" || head === undefined)
    return inline(content).split("\n").map(escapedLine).join("\n");
  return `${head}${inline([{ ...first, text: first.text.slice(head.length) }, ...content.slice(1)])}`;
}

function textOf(block: Block, number: string): string {
  const { props = {}, content } = block;
  const text = Array.isArray(content) ? inline(content) : "";
  switch (block.type) {
    case "heading":
      return `${"#".repeat(Number(props.level ?? 1))} ${text}`;
    case "bulletListItem":
      return `- ${text}`;
    case "toggleListItem":
      return `- ${folding(text)}`;
    case "numberedListItem":
      return `${number} ${text}`;
    case "checkListItem":
      return `- [${props.checked ? "x" : " "}] ${text}`;
    case "codeBlock":
      return fenced(plain(content), String(props.language ?? ""));
    case "rawMarkdown":
      return plain(content);
    case "divider":
      return "---";
    case "image":
      return `![${labelOf(props)}](${props.url ?? ""}${titleOf(props)})`;
    case "video":
    case "audio":
    case "file":
      return `[${props.name || props.url}](${props.url ?? ""})`;
    case "table":
      return table(content as TableContent);
    default:
      return said(content);
  }
}

/** The text of a toggle: other programs show a list, for which the comment says nothing. */
function folding(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  return [first === "" ? TOGGLE : `${first} ${TOGGLE}`, ...rest].join("\n");
}

/** The name of a picture, and the width that it is shown with. */
function labelOf({ name, previewWidth }: NonNullable<Block["props"]>): string {
  const width = Math.round(Number(previewWidth ?? 0));
  if (width >= 1 && width <= 9_999) return `${name ?? ""}|${width}`;
  return String(name ?? "").replace(/(?<!\\)\|(?=[1-9]\d{0,3}$)/, "\\|");
}

/** The caption, as other programs show it: over the picture. */
const titleOf = ({ caption }: NonNullable<Block["props"]>): string =>
  caption
    ? ` "${String(caption)
        .replace(/["\\]/g, "\\$&")
        .replace(/\s*\n\s*/g, " ")}"`
    : "";

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function table(content: TableContent): string {
  const rows = content.rows.map((row) =>
    row.cells.map((cell) =>
      inline(Array.isArray(cell) ? cell : cell.content)
        .replace(/\|/g, "\\|")
        .replace(/\n/g, "<br>"),
    ),
  );
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [head = [], ...rest] = rows;
  const rule = content.rows[0]?.cells.map((cell) => (Array.isArray(cell) ? "---" : delimiter(cell.props)));
  return [line(head), line(rule ?? []), ...rest.map(line)].join("\n");
}

/** What stands below a cell of a table's head. */
function delimiter({ textAlignment: side }: Record<string, unknown> = {}): string {
  if (side === "center") return ":-:";
  return side === "right" ? "--:" : "---";
}

const plain = (content: Block["content"]) =>
  Array.isArray(content) ? content.map((each) => (each.type === "text" ? each.text : "")).join("") : "";

const MARKS: [style: string, open: string, close: string][] = [
  ["bold", "**", "**"],
  ["italic", "*", "*"],
  ["strike", "~~", "~~"],
  ["underline", "<u>", "</u>"],
];

function inline(content: readonly Inline[]): string {
  return content
    .map((each) => {
      if (each.type === "link") return linked(inline(each.content), each.href);
      if (each.type === "wikiLink")
        return `[[${each.props.title}${each.props.alias ? `|${each.props.alias}` : ""}]]`;
      if (each.type === "mdInline") return each.props.src;
      return marked(each.text, each.styles);
    })
    .join("");
}

const linked = (words: string, href: string) =>
  words === href && /^https?:\/\//.test(href)
    ? `<${href}>`
    : `[${words}](${href.replace(/[\s()<>]/g, encodeURIComponent)})`;

/** Marks stand around the words, not around the blanks beside them. */
function marked(text: string, styles: Record<string, boolean | string>): string {
  if (styles.code) return `\`${text}\``;
  const words = escapedText(text.trim());
  if (words === "") return text;
  const wearing = MARKS.filter(([style]) => styles[style]);
  const open = wearing.map((mark) => mark[1]).join("");
  const close = wearing
    .map((mark) => mark[2])
    .reverse()
    .join("");
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  return `${before}${open}${words}${close}${after}`;
}
