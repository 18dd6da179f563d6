/** A page as blocks of a note. What a program has habits of its own for is mended first (`habits.ts`). */
import { type Block, type Inline, numberBelow } from "../../blocks";
import { acceptedText, MOST_DEEP } from "../document/accepted";
import { fileOfData } from "../document/dataFile";
import { standing } from "../document/hrefs";
import { markdownOf } from "../document/markdownOut";
import { codeOf } from "./code";
import { footnoteOf } from "./footnotes";
import { mended } from "./habits";
import { addressOf } from "./late";
import { type Around, closedUp, inlineOf, inside, parted, type Run, runsOf } from "./lines";
import { isUnseen } from "./look";
import { pieceOf } from "./marks";
import { gridOf, tableOf } from "./tables";

/** `keep` takes a picture that came within the text, and answers what stands for its address meanwhile. */
export function blocksOfHtml(html: string, keep: (file: File) => string): Block[] {
  const { body } = new DOMParser().parseFromString(html.replaceAll("\0", ""), "text/html");
  mended(body);
  return new Reader(keep).within(body, { styles: {}, href: undefined, pictureOf: () => undefined }, 1);
}

const BLOCKS =
  "address article aside blockquote center dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table ul video audio";
const IS_BLOCK = new Set(BLOCKS.toUpperCase().split(" "));
const HOLDS_BLOCKS = BLOCKS.replaceAll(" ", ",");

const isBlock = (element: Element): boolean =>
  pieceOf(element)?.isBlock ??
  (IS_BLOCK.has(element.tagName) || element.querySelector(HOLDS_BLOCKS) !== null);

/** A list that goes on counting starts nothing: some programs part a list between its items. */
function goOn(blocks: Block[]): void {
  let number = 0;
  for (const block of blocks) {
    if (block.props?.start === number + 1) block.props = {};
    number = numberBelow(number, block);
  }
}

class Reader {
  constructor(private readonly keep: (file: File) => string) {}

  /** The blocks within an element; words between them are paragraphs. */
  within(parent: Element, around: Around, depth: number): Block[] {
    const blocks: Block[] = [];
    let line: Run[] = [];
    const own: Around = { ...around, pictureOf: (image) => this.picture(image) };
    const end = () => {
      blocks.push(...paragraphs(line));
      line = [];
    };
    for (const child of parent.childNodes) {
      if (!(child instanceof Element) || !isBlock(child)) line.push(...runsOf(child, own));
      else if (!isUnseen(child)) {
        end();
        blocks.push(...this.block(child, inside(child, own), depth));
      }
    }
    end();
    goOn(blocks);
    return blocks;
  }

  private block(element: Element, around: Around, depth: number): Block[] {
    const piece = pieceOf(element);
    if (piece !== undefined) return [{ type: "rawMarkdown", content: plain(piece.markdown) }];
    const number = footnoteOf(element);
    if (number !== undefined) return this.footnote(element, number, around);
    switch (element.tagName) {
      case "H1":
      case "H2":
      case "H3":
      case "H4":
      case "H5":
      case "H6":
        return this.heading(element, around);
      case "UL":
      case "OL":
        return this.list(element, around, depth);
      case "BLOCKQUOTE":
        return this.quote(element, around, depth);
      case "PRE":
        return [codeOf(element)];
      case "TABLE":
        return this.table(element as HTMLTableElement, around);
      case "HR":
        return [{ type: "divider" }];
      case "DETAILS":
        return this.toggle(element, around, depth);
      case "FIGURE":
        return this.figure(element, around, depth);
      case "VIDEO":
      case "AUDIO":
        return media(element);
      default:
        return this.within(element, around, depth);
    }
  }

  private heading(element: Element, around: Around): Block[] {
    const [first, ...rest] = this.within(element, { ...around, styles: {} }, 1);
    if (first?.type !== "paragraph") return first === undefined ? [] : [first, ...rest];
    const content = (first.content as Inline[]).map(unbold);
    return [{ type: "heading", props: { level: Number(element.tagName[1]) }, content }, ...rest];
  }

  /** Its lines stand together, as a block of markdown has them. */
  private footnote(element: Element, number: number, around: Around): Block[] {
    const lines = markdownOf(this.within(element, around, 1))
      .split("\n")
      .filter(Boolean);
    return [{ type: "rawMarkdown", content: plain(`[^${number}]: ${lines.join("\n    ")}`) }];
  }

  private list(list: Element, around: Around, depth: number): Block[] {
    const items: Block[] = [];
    for (const child of list.children) {
      const last = items.at(-1);
      // Some programs put a list within a list beside the item that it belongs to.
      if (/^[UO]L$/.test(child.tagName) && last !== undefined)
        this.add(last, this.list(child, around, depth + 1), items, depth);
      else items.push(...this.item(list, child, inside(child, around), depth));
    }
    const start = Number(list.getAttribute("start") ?? 1);
    const first = items[0];
    if (first?.type === "numberedListItem" && Number.isInteger(start) && start !== 1 && start >= 0)
      first.props = { start };
    return items;
  }

  /** What lies deeper than may be comes out beside it. */
  private add(item: Block, within: Block[], beside: Block[], depth: number): void {
    if (depth < MOST_DEEP) item.children = [...(item.children ?? []), ...within];
    else beside.push(...within);
  }

  private item(list: Element, element: Element, around: Around, depth: number): Block[] {
    const ticked = tickOf(element);
    const blocks = this.within(element, around, depth + 1);
    // A toggle of its own stands in an item that says nothing else.
    if (blocks.length === 1 && blocks[0]?.type === "toggleListItem") return blocks;
    const isLed = blocks[0]?.type === "paragraph" || blocks[0]?.type === "heading";
    const content = isLed ? (blocks.shift()?.content as Inline[]) : [];
    if (content.length === 0 && blocks.length === 0) return [];
    const type =
      ticked !== undefined ? "checkListItem" : list.tagName === "OL" ? "numberedListItem" : "bulletListItem";
    const item: Block = { type, content };
    if (ticked === true) item.props = { checked: true };
    const items = [item];
    this.add(item, blocks, items, depth);
    return items;
  }

  private quote(element: Element, around: Around, depth: number): Block[] {
    const [first, ...rest] = this.within(element, around, depth + 1);
    if (first === undefined) return [];
    const quote: Block =
      first.type === "paragraph" ? { type: "quote", content: first.content } : { type: "quote", content: [] };
    const blocks = [quote];
    this.add(quote, first.type === "paragraph" ? rest : [first, ...rest], blocks, depth);
    return blocks;
  }

  private toggle(element: Element, around: Around, depth: number): Block[] {
    const summary = [...element.children].find((child) => child.tagName === "SUMMARY");
    const title = summary === undefined ? [] : closedUp(this.flat(summary, around));
    summary?.remove();
    const toggle: Block = { type: "toggleListItem", content: inlineOf(title) };
    const blocks = [toggle];
    this.add(toggle, this.within(element, around, depth + 1), blocks, depth);
    return blocks;
  }

  private figure(element: Element, around: Around, depth: number): Block[] {
    const caption = element.querySelector("figcaption");
    const said = (caption?.textContent ?? "").replace(/\s+/g, " ").trim();
    caption?.remove();
    const blocks = this.within(element, around, depth);
    const [only] = blocks;
    if (blocks.length === 1 && only?.type === "image")
      only.props = { ...only.props, caption: acceptedText(said) };
    else if (said !== "") blocks.push({ type: "paragraph", content: plain(said) });
    return blocks;
  }

  /** The caption stands above; pictures that are to be uploaded have no place in a cell and stand below. */
  private table(table: HTMLTableElement, around: Around): Block[] {
    const caption = table.caption;
    const above = caption === null ? [] : paragraphs(this.flat(caption, around));
    caption?.remove();
    const below: Block[] = [];
    const cellOf = (cell: Element | undefined, isHead: boolean): Inline[] => {
      if (cell === undefined) return [];
      const runs = this.flat(cell, { ...inside(cell, around), styles: {} }).filter((run) => {
        if (run.type !== "picture" || !String(run.block.props?.url).startsWith("data:")) return true;
        below.push(run.block);
        return false;
      });
      const content = inlineOf(closedUp(runs));
      return isHead || cell.tagName === "TH" ? content.map(unbold) : content;
    };
    const rows = gridOf(table).map((line, top) => line.map((cell) => cellOf(cell, top === 0)));
    return rows.length === 0 ? [...above, ...below] : [...above, tableOf(rows), ...below];
  }

  /** All of an element as one run of lines: blocks within it begin on lines of their own. */
  private flat(element: Element, around: Around): Run[] {
    const runs: Run[] = [];
    const own: Around = { ...around, pictureOf: (image) => this.picture(image) };
    const newLine = () => runs.push({ type: "text", text: "\n", styles: {}, href: undefined });
    for (const child of element.childNodes) {
      if (!(child instanceof Element) || !isBlock(child)) runs.push(...runsOf(child, own));
      else if (!isUnseen(child)) {
        const piece = pieceOf(child);
        newLine();
        const within =
          piece !== undefined
            ? [{ type: "atom" as const, src: piece.markdown.replace(/\s*\n\s*/g, " ") }]
            : this.flat(child, inside(child, own));
        if (child.tagName === "LI") {
          // Beside its sign, also where its words are a paragraph of their own.
          while (within[0]?.type === "text" && within[0].text.trim() === "") within.shift();
          runs.push({ type: "text", text: "- ", styles: {}, href: undefined });
        }
        runs.push(...within);
        newLine();
      }
    }
    return runs;
  }

  private picture(image: Element): Block | undefined {
    const address = addressOf(image);
    const name = acceptedText(image.getAttribute("alt") ?? "")
      .replace(/\s+/g, " ")
      .trim();
    const file = fileOfData(address, name);
    const url = file === undefined ? standing(address) : this.keep(file);
    return url === undefined || url === "" ? undefined : { type: "image", props: { name, url } };
  }
}

const plain = (said: string): Inline[] => [{ type: "text", text: acceptedText(said), styles: {} }];

const paragraphs = (runs: readonly Run[]): Block[] =>
  parted(runs).map((part) => (Array.isArray(part) ? { type: "paragraph", content: inlineOf(part) } : part));

/** Headings are bold by themselves, also those of tables. */
function unbold(inline: Inline): Inline {
  if (inline.type === "link") return { ...inline, content: inline.content.map(unbold) };
  if (inline.type !== "text" || !inline.styles.bold) return inline;
  const { bold: _, ...styles } = inline.styles;
  return { ...inline, styles };
}

/** Whether the item is a task, and whether it is done; what says so is taken away. */
function tickOf(item: Element): boolean | undefined {
  const role = item.getAttribute("role") === "checkbox" ? item.getAttribute("aria-checked") : null;
  if (role !== null) {
    const picture = item.querySelector("img[aria-roledescription=checkbox]");
    picture?.remove();
    return role === "true";
  }
  const box = item.querySelector("input[type=checkbox]");
  if (box !== null && box.closest("li") === item) {
    box.remove();
    return box.hasAttribute("checked");
  }
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  let first = walker.nextNode() as Text | null;
  while (first !== null && first.data.trim() === "") first = walker.nextNode() as Text | null;
  const sign = /^\s*(?:\[([ xX])\]\s+|([\u2610\u2611\u2612])\s*)/.exec(first?.data ?? "");
  if (first === null || sign === null) return undefined;
  first.data = first.data.slice(sign[0].length);
  return (sign[1] ?? " ") !== " " || (sign[2] ?? "\u2610") !== "\u2610";
}

function media(element: Element): Block[] {
  const src = element.getAttribute("src") ?? element.querySelector("source")?.getAttribute("src") ?? "";
  const url = standing(src);
  return url === undefined || url === "" ? [] : [{ type: element.tagName.toLowerCase(), props: { url } }];
}
