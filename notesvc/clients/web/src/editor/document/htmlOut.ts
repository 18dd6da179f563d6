/** Blocks as plain HTML for the clipboard: what other programs know, and nothing of ours. */
import type { Block, Inline, TableContent } from "../../blocks";
import { calloutOf } from "../../render/callouts";
import { mayStand } from "./hrefs";

export function htmlOf(blocks: readonly Block[]): string {
  let html = "";
  for (let at = 0; at < blocks.length; ) {
    const list = listOf(blocks[at] as Block);
    let end = at + 1;
    while (list !== undefined && end < blocks.length && goesOn(list, blocks[end] as Block)) end++;
    const run = blocks.slice(at, end);
    html += list === undefined ? run.map(blockOf).join("") : listed(list, run);
    at = end;
  }
  return html;
}

/** Words with their marks and links. */
export function htmlOfLine(content: readonly Inline[]): string {
  const html = content.map(inlineOf).join("");
  return content.some(({ type }) => type === "mdInline") ? balanced(html) : html;
}

const LISTS: Record<string, "ul" | "ol"> = {
  bulletListItem: "ul",
  toggleListItem: "ul",
  checkListItem: "ul",
  numberedListItem: "ol",
};
const listOf = ({ type }: Block) => LISTS[type];
const goesOn = (list: "ul" | "ol", next: Block): boolean =>
  listOf(next) === list && next.props?.start === undefined;

function listed(list: "ul" | "ol", items: readonly Block[]): string {
  const start = Number(items[0]?.props?.start ?? 1);
  const from = list === "ol" && start !== 1 ? ` start="${start}"` : "";
  return `<${list}${from}>${items.map(itemOf).join("")}</${list}>`;
}

function itemOf({ type, props, content, children = [] }: Block): string {
  const tick = `<input type="checkbox" disabled${props?.checked ? " checked" : ""}> `;
  return `<li>${type === "checkListItem" ? tick : ""}${wordsOf(content)}${htmlOf(children)}</li>`;
}

function blockOf(block: Block): string {
  const { type, props = {}, content, children = [] } = block;
  const words = () => wordsOf(content);
  switch (type) {
    case "heading":
      return `<h${props.level ?? 1}>${words()}</h${props.level ?? 1}>${htmlOf(children)}`;
    case "quote":
      return `<blockquote>${quoted(content)}${htmlOf(children)}</blockquote>`;
    case "codeBlock":
      return codeOf(plain(content), String(props.language ?? ""));
    case "rawMarkdown":
      return rawOf(plain(content));
    case "divider":
      return "<hr>";
    case "table":
      return tableOf(content as TableContent);
    case "image":
    case "video":
    case "audio":
    case "file":
      return mediaOf(block);
    default:
      return `${words() === "" ? "" : `<p>${words()}</p>`}${htmlOf(children)}`;
  }
}

const wordsOf = (content: Block["content"]) => (Array.isArray(content) ? htmlOfLine(content) : "");

/** The title of a callout is said aloud; its sign means nothing elsewhere. */
function quoted(content: Block["content"]): string {
  if (!Array.isArray(content) || content.length === 0) return "";
  const head = calloutOf(content);
  if (head === null) return `<p>${htmlOfLine(content)}</p>`;
  const name = `${head.kind.slice(0, 1).toUpperCase()}${head.kind.slice(1)}`;
  const title = head.title.length > 0 ? htmlOfLine(head.title) : escaped(name);
  const rest = head.rest.length > 0 ? `<p>${htmlOfLine(head.rest)}</p>` : "";
  return `<p><strong>${title}</strong></p>${rest}`;
}

export function codeOf(text: string, info: string): string {
  const language = /^[\w+#.-]+/.exec(info.trim())?.[0];
  const named = language === undefined ? "" : ` class="language-${escaped(language)}"`;
  return `<pre><code${named}>${escaped(text)}</code></pre>`;
}

/** Formulas and footnotes as they are written; what nobody sees is left out. */
export function rawOf(source: string): string {
  if (/^\s*<!--[\s\S]*-->\s*$/.test(source)) return "";
  if (source.trimStart().startsWith("<")) return codeOf(source, "");
  return `<p>${source.trim().split("\n").map(textOf).join("<br>")}</p>`;
}

function tableOf({ rows, headerRows = 0 }: TableContent): string {
  const row = (cells: TableContent["rows"][number]["cells"], tag: "th" | "td") =>
    `<tr>${cells.map((cell) => cellOf(cell, tag)).join("")}</tr>`;
  return `<table><tbody>${rows.map(({ cells }, at) => row(cells, at < headerRows ? "th" : "td")).join("")}</tbody></table>`;
}

function cellOf(cell: TableContent["rows"][number]["cells"][number], tag: "th" | "td"): string {
  if (Array.isArray(cell)) return `<${tag}>${htmlOfLine(cell)}</${tag}>`;
  const { textAlignment: side } = cell.props ?? {};
  const aligned = side === "right" || side === "center" ? ` style="text-align: ${side}"` : "";
  return `<${tag}${aligned}>${htmlOfLine(cell.content)}</${tag}>`;
}

function mediaOf({ type, props = {} }: Block): string {
  const address = absolute(String(props.url ?? ""));
  const name = escaped(String(props.name ?? ""));
  if (address === undefined) return name === "" ? "" : `<p>${name}</p>`;
  if (type !== "image") return `<p><a href="${escaped(address)}">${name || escaped(address)}</a></p>`;
  const width = Number(props.previewWidth ?? 0);
  const sized = width >= 1 ? ` width="${Math.round(width)}"` : "";
  const caption = props.caption ? `<br><em>${escaped(String(props.caption))}</em>` : "";
  return `<p><img src="${escaped(address)}" alt="${name}"${sized}>${caption}</p>`;
}

/** An address that means the same elsewhere. */
export function absolute(address: string): string | undefined {
  if (address.startsWith("/")) return new URL(address, location.origin).href;
  return /^(?:https?|mailto|tel):/i.test(address) && mayStand(address) ? address : undefined;
}

const plain = (content: Block["content"]) =>
  Array.isArray(content) ? content.map((each) => (each.type === "text" ? each.text : "")).join("") : "";

const TAGS: [style: string, tag: string][] = [
  ["code", "code"],
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
  ["underline", "u"],
];

function inlineOf(inline: Inline): string {
  if (inline.type === "wikiLink") return escaped(inline.props.alias || inline.props.title);
  if (inline.type === "mdInline") return pieceOf(inline.props.src);
  if (inline.type === "link") return linked(inline.href, inline.content.map(inlineOf).join(""));
  const { text, styles } = inline;
  const worn = TAGS.filter(([style]) => styles[style]);
  const words = styles.code ? escaped(text) : textOf(text);
  return worn.reduceRight((html, [, tag]) => `<${tag}>${html}</${tag}>`, words);
}

export function linked(href: string, words: string): string {
  const address = absolute(href);
  return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`;
}

/** Tags that set words; all other source is shown as it is written. */
export const pieceOf = (source: string): string =>
  /^<\/?(?:su[bp]|mark|kbd|u|s|b|i|em|strong|small|br)\s*\/?>$/i.test(source) ? source : textOf(source);

/** Words with their lines, what is highlighted and the numbers of footnotes. */
export const textOf = (text: string): string =>
  escaped(text)
    .replace(/==(?=\S)([^=\n]+?)(?<=\S)==/g, "<mark>$1</mark>")
    .replace(/\[\^([^\s[\]^]{1,64})\]:?/g, "<sup>$1</sup>")
    .replace(/\n/g, "<br>");

export const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** Tags that are written in the text may lack their other half. */
export const balanced = (html: string): string =>
  new DOMParser().parseFromString(html, "text/html").body.innerHTML;
