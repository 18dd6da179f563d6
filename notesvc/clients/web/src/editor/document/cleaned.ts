/** Blocks as the service takes them: what BlockNote adds beyond that, and what goes without saying, is taken away. */
import type { Block, Inline, TableContent } from "../../blocks";
import { acceptedId, acceptedText, CELL_PROPS, INLINE_PROPS, PROPS, STYLES, sayingProps } from "./accepted";
import { mayStand } from "./hrefs";

/** A block as BlockNote gives it; wider than its own types, because nothing in it is taken on trust. */
export interface GivenBlock {
  id?: string;
  type: string;
  props?: Record<string, unknown>;
  content?: unknown;
  children?: readonly GivenBlock[];
}

interface GivenInline {
  type: string;
  text?: string;
  styles?: Record<string, unknown>;
  href?: string;
  content?: unknown;
  props?: Record<string, unknown>;
}

const PLAIN = new Set(["codeBlock", "rawMarkdown"]);
const BARE = new Set(["image", "video", "audio", "file", "divider"]);

/** The block without its children. */
export function cleanedBlock(given: GivenBlock): Block {
  const block: Block = { type: given.type, props: sayingProps(given.props, PROPS[given.type] ?? {}) };
  const id = acceptedId(given.id);
  if (id !== undefined) block.id = id;
  if (PLAIN.has(given.type)) block.content = plainText(given.content);
  else if (given.type === "table") block.content = cleanedTable(given.content);
  else if (!BARE.has(given.type)) block.content = cleanedInline(given.content);
  return block;
}

export function cleanedInline(content: unknown): Inline[] {
  if (typeof content === "string") return unstyled(content);
  if (!Array.isArray(content)) return [];
  return (content as GivenInline[]).flatMap(inlineOf);
}

function inlineOf(given: GivenInline): Inline[] {
  if (given.type === "text") {
    const text = acceptedText(given.text ?? "");
    return text === ""
      ? []
      : [{ type: "text", text, styles: sayingProps(given.styles, STYLES) as TextStyles }];
  }
  if (given.type === "link") {
    const content = cleanedInline(given.content).filter((each) => each.type === "text");
    const href = given.href ?? "";
    return mayStand(href) ? [{ type: "link", href, content }] : content;
  }
  const accepted = INLINE_PROPS[given.type];
  if (accepted === undefined) return [];
  const props = Object.fromEntries(
    accepted.map((name) => [name, acceptedText(String(given.props?.[name] ?? ""))]),
  );
  return [{ type: given.type, props } as Inline];
}

type TextStyles = Record<string, boolean | string>;

function plainText(content: unknown): Inline[] {
  const text =
    typeof content === "string"
      ? content
      : Array.isArray(content)
        ? (content as GivenInline[]).map((each) => each.text ?? "").join("")
        : "";
  return unstyled(text);
}

function unstyled(said: string): Inline[] {
  const text = acceptedText(said);
  return text === "" ? [] : [{ type: "text", text, styles: {} }];
}

interface GivenTable {
  columnWidths?: (number | null | undefined)[];
  headerRows?: number;
  headerCols?: number;
  rows?: { cells: (unknown[] | { content?: unknown; props?: Record<string, unknown> })[] }[];
}

function cleanedTable(content: unknown): TableContent {
  const given = (content ?? {}) as GivenTable;
  const table: TableContent = { type: "tableContent", rows: [] };
  const widths = given.columnWidths?.map((width) => (width && width > 0 && width < 1e9 ? width : null));
  if (widths?.some((width) => width !== null)) table.columnWidths = widths;
  if (given.headerRows) table.headerRows = given.headerRows;
  if (given.headerCols) table.headerCols = given.headerCols;
  table.rows = (given.rows ?? []).map((row) => ({
    cells: row.cells.map((cell) => ({
      type: "tableCell" as const,
      props: Array.isArray(cell) ? {} : sayingProps(cell.props, CELL_PROPS),
      content: cleanedInline(Array.isArray(cell) ? cell : cell.content),
    })),
  }));
  return table;
}
