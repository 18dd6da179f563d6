/** Markdown of a few blocks, for the clipboard. What is stored is written by the service, never from here. */
import type { Block, Inline, TableContent } from "../../blocks";

export function markdownOf(blocks: readonly Block[]): string {
  return `${lines(blocks, "")
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

export const TOGGLE = "<!-- toggle -->";
const LIST = new Set(["bulletListItem", "numberedListItem", "checkListItem", "toggleListItem"]);

function lines(blocks: readonly Block[], indent: string): string[] {
  const found: string[] = [];
  let number = 0;
  blocks.forEach((block, index) => {
    number = block.type === "numberedListItem" ? (number || Number(block.props?.start ?? 1) - 1) + 1 : 0;
    const own = textOf(block, number).split("\n");
    const hang = LIST.has(block.type) ? " ".repeat(4) : "";
    found.push(...own.map((line, at) => `${indent}${at > 0 && LIST.has(block.type) ? hang : ""}${line}`));
    const within = lines(block.children ?? [], indent + hang);
    while (hang !== "" && within.at(-1) === "") within.pop();
    found.push(...within);
    const next = blocks[index + 1];
    if (!(LIST.has(block.type) && next !== undefined && LIST.has(next.type))) found.push("");
  });
  return found;
}

function textOf(block: Block, number: number): string {
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
      return `${number}. ${text}`;
    case "checkListItem":
      return `- [${props.checked ? "x" : " "}] ${text}`;
    case "quote":
      return `> ${text.replaceAll("\n", "\n> ")}`;
    case "codeBlock":
      return fenced(plain(content), String(props.language ?? ""));
    case "rawMarkdown":
      return plain(content);
    case "divider":
      return "---";
    case "image":
      return `![${labelOf(props)}](${props.url ?? ""})`;
    case "video":
    case "audio":
    case "file":
      return `[${props.name || props.url}](${props.url ?? ""})`;
    case "table":
      return table(content as TableContent);
    default:
      return text;
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
        .replace(/\n/g, " "),
    ),
  );
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n");
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
      if (each.type === "link") return `[${inline(each.content)}](${each.href})`;
      if (each.type === "wikiLink")
        return `[[${each.props.title}${each.props.alias ? `|${each.props.alias}` : ""}]]`;
      if (each.type === "mdInline") return each.props.src;
      return marked(each.text, each.styles);
    })
    .join("");
}

/** Marks stand around the words, not around the blanks beside them. */
function marked(text: string, styles: Record<string, boolean | string>): string {
  if (styles.code) return `\`${text}\``;
  const words = text.trim();
  if (words === "") return text;
  const wearing = MARKS.filter(([style]) => styles[style]);
  const open = wearing.map((mark) => mark[1]).join("");
  const close = wearing
    .map((mark) => mark[2])
    .reverse()
    .join("");
  const before = text.slice(0, text.indexOf(words[0] ?? ""));
  const after = text.slice(text.trimEnd().length);
  return `${before}${open}${words}${close}${after}`;
}
