/** Markdown as plain HTML for the clipboard. */
import { markdownLanguage } from "@codemirror/lang-markdown";
import type { SyntaxNode } from "@lezer/common";
import type { MarkdownParser } from "@lezer/markdown";
import { absolute, balanced, codeOf, escaped, linked, pieceOf, rawOf, textOf } from "../document/htmlOut";
import { emptyTasks } from "./emptyTasks";
import { highlight } from "./highlight";

const parser = (markdownLanguage.parser as MarkdownParser).configure([emptyTasks, highlight]);

export function htmlOf(markdown: string): string {
  const page = new Page(markdown);
  return page.within(parser.parse(markdown).topNode);
}

const MARKED: Record<string, string> = {
  Emphasis: "em",
  StrongEmphasis: "strong",
  Strikethrough: "s",
  Highlight: "mark",
};
const WIKI = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/g;
const CALLOUT = /^\[!([\p{L}\p{N}_-]{1,40})(?:\|[^\]]*)?\][-+]?[ \t]*(.*?)(?:<br>|$)/u;

class Page {
  constructor(private readonly source: string) {}

  /** The blocks within a node. */
  within(node: SyntaxNode): string {
    return childrenOf(node)
      .map((child) => this.#block(child))
      .join("");
  }

  #block(node: SyntaxNode): string {
    const heading = /^(?:ATX|Setext)Heading([1-6])$/.exec(node.name)?.[1];
    if (heading !== undefined) return `<h${heading}>${this.#line(node).trim()}</h${heading}>`;
    switch (node.name) {
      case "Paragraph":
        return `<p>${this.#line(node)}</p>`;
      case "BulletList":
        return `<ul>${this.within(node)}</ul>`;
      case "OrderedList":
        return this.#ordered(node);
      case "ListItem":
        return this.#item(node);
      case "Blockquote":
        return this.#quote(node);
      case "FencedCode":
      case "CodeBlock":
        return this.#code(node);
      case "Table":
        return this.#table(node);
      case "HorizontalRule":
        return "<hr>";
      case "HTMLBlock":
      case "CommentBlock":
        return rawOf(this.#said(node));
      case "LinkReference":
        return this.source.startsWith("[^", node.from) ? rawOf(this.#said(node)) : "";
      default:
        return "";
    }
  }

  #said = ({ from, to }: { from: number; to: number }): string => this.source.slice(from, to);

  #ordered(node: SyntaxNode): string {
    const start = Number.parseInt(this.#said(node), 10);
    return `<ol${start > 1 ? ` start="${start}"` : ""}>${this.within(node)}</ol>`;
  }

  /** Of a tight list the words alone. */
  #item(node: SyntaxNode): string {
    const task = node.getChild("Task");
    const box = task?.getChild("TaskMarker");
    const isDone = box && /x/i.test(this.#said(box));
    const tick = box ? `<input type="checkbox" disabled${isDone ? " checked" : ""}> ` : "";
    const parts = childrenOf(node).map((child) =>
      child.name === "Paragraph" || child.name === "Task" ? this.#line(child) : this.#block(child),
    );
    return `<li>${tick}${parts.join("")}</li>`;
  }

  /** The title of a callout is said aloud; its sign means nothing elsewhere. */
  #quote(node: SyntaxNode): string {
    const first = node.getChild("Paragraph");
    const line = first ? this.#line(first) : "";
    const head = CALLOUT.exec(line);
    if (first === null || head === null) return `<blockquote>${this.within(node)}</blockquote>`;
    const [whole, kind = "", title = ""] = head;
    const rest = line.slice(whole.length);
    const others = childrenOf(node).filter((child) => child.from > first.from);
    const name = title || `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).toLowerCase()}`;
    return `<blockquote><p><strong>${name}</strong></p>${rest && `<p>${rest}</p>`}${others
      .map((child) => this.#block(child))
      .join("")}</blockquote>`;
  }

  #code(node: SyntaxNode): string {
    const info = node.getChild("CodeInfo");
    const text = node.getChildren("CodeText").map(this.#said).join("");
    return codeOf(text, info ? this.#said(info) : "");
  }

  #table(node: SyntaxNode): string {
    const sides = (this.source.slice(node.from, node.to).split("\n")[1] ?? "")
      .replace(/^[\s>]*\||\|\s*$/g, "")
      .split("|")
      .map((cell) => (/-:\s*$/.test(cell) ? (/^\s*:/.test(cell) ? "center" : "right") : ""));
    const rows = childrenOf(node).filter(({ name }) => name === "TableHeader" || name === "TableRow");
    return `<table><tbody>${rows.map((row) => this.#row(row, sides)).join("")}</tbody></table>`;
  }

  #row(row: SyntaxNode, sides: string[]): string {
    const tag = row.name === "TableHeader" ? "th" : "td";
    // An empty cell has no node: the bars are counted.
    const bars = row.getChildren("TableDelimiter");
    const edges = [row.from - 1, ...bars.map(({ from }) => from), row.to];
    const isClosed = /^\s*\|/.test(this.#said(row));
    const spans = edges.slice(0, -1).map((from, at) => ({ from: from + 1, to: edges[at + 1] ?? row.to }));
    const cells = spans.slice(isClosed ? 1 : 0, /\|\s*$/.test(this.#said(row)) ? -1 : undefined);
    const html = cells.map(({ from, to }, at) => {
      const node = row.getChildren("TableCell").find((cell) => cell.from >= from && cell.to <= to);
      const side = sides[at] ? ` style="text-align: ${sides[at]}"` : "";
      return `<${tag}${side}>${node ? this.#line(node) : ""}</${tag}>`;
    });
    return `<tr>${html.join("")}</tr>`;
  }

  /** What a node says in its line, signs left out. */
  #line(node: SyntaxNode): string {
    let html = "";
    let text = "";
    let at = node.from;
    const put = (more: string) => {
      html += this.#text(text) + more;
      text = "";
    };
    for (const child of childrenOf(node)) {
      text += this.source.slice(at, child.from);
      at = child.to;
      if (child.name === "HardBreak") text += "\n";
      else if (child.name === "Escape") text += this.source.slice(child.from + 1, child.to);
      else if (!/Mark(?:er)?$/.test(child.name)) {
        const piece = this.#piece(child);
        if (piece === undefined) text += this.#said(child);
        else put(piece);
      }
    }
    text += this.source.slice(at, node.to);
    put("");
    return html.includes("<") ? balanced(html.trim()) : html.trim();
  }

  /** undefined: the source is what is said. */
  #piece(node: SyntaxNode): string | undefined {
    const tag = MARKED[node.name];
    if (tag !== undefined) return `<${tag}>${this.#line(node)}</${tag}>`;
    if (node.name === "InlineCode") return this.#codeInLine(node);
    if (node.name === "HTMLTag") return pieceOf(this.#said(node));
    if (node.name === "Entity") return this.#said(node);
    if (node.name === "Comment") return "";
    const url = node.name === "URL" ? node : node.getChild("URL");
    if (url === null) return undefined;
    const address = this.#said(url).replace(/^<|>$/g, "");
    if (node.name === "Link") return linked(address, this.#words(node));
    if (node.name === "Image") return this.#picture(node, address);
    return linked(/^www\./i.test(address) ? `https://${address}` : address, escaped(address));
  }

  #codeInLine(node: SyntaxNode): string {
    const [open, close] = [node.firstChild, node.lastChild];
    return `<code>${escaped(this.source.slice(open?.to, close?.from).trim())}</code>`;
  }

  /** Between the brackets. */
  #words(node: SyntaxNode): string {
    const [open, close] = node.getChildren("LinkMark");
    if (!open || !close) return "";
    const source = this.source.slice(open.to, close.from);
    return htmlOf(source).replace(/^<p>|<\/p>$/g, "");
  }

  #picture(node: SyntaxNode, written: string): string {
    const [open, close] = node.getChildren("LinkMark");
    const [name = "", width] = this.source.slice(open?.to, close?.from).split(/\|(?=\d{1,4}$)/);
    const address = absolute(written);
    if (address === undefined) return escaped(name);
    const sized = width === undefined ? "" : ` width="${width}"`;
    return `<img src="${escaped(address)}" alt="${escaped(name)}"${sized}>`;
  }

  #text = (text: string): string =>
    textOf(
      text
        .replace(/[ \t]*\n[ \t]*/g, "\n")
        .replace(WIKI, (_, __, title: string, alias?: string) => alias || title),
    );
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}
