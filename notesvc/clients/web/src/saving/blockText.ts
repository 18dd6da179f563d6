/** What a block says, whatever its id: for telling apart, merging and showing blocks as plain text. */
import type { Block, Inline, TableContent } from "../blocks";

/** What editors fill in and the service leaves out: the same document either way. */
const USUAL: Record<string, unknown> = {
  backgroundColor: "default",
  textColor: "default",
  textAlignment: "left",
  isToggleable: false,
  checked: false,
  caption: "",
  name: "",
  showPreview: true,
  colspan: 1,
  rowspan: 1,
};

/** Equal for equal content, ids and usual properties aside. */
export const signature = (block: Block): string => stable(block);

/** The same text for the same value, whatever the order of its names. */
export const stable = (value: unknown): string => JSON.stringify(plain(value));

/** Whether two documents say the same; empty paragraphs at the end are the editor's own. */
export function sameDocument(one: Block[] | null | undefined, other: Block[] | null | undefined): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  const [a, b] = [trimmed(one), trimmed(other)];
  return a.length === b.length && a.every((block, at) => signature(block) === signature(b[at]!));
}

/** The words of a document, a line for each block, children indented. */
export function textOf(blocks: Block[], depth = 0): string {
  return blocks
    .map((block) => {
      const own = "  ".repeat(depth) + contentText(block);
      return block.children?.length ? `${own}\n${textOf(block.children, depth + 1)}` : own;
    })
    .join("\n");
}

export const isBlank = (block: Block): boolean =>
  block.type === "paragraph" && !block.children?.length && contentText(block) === "";

export function inlineText(content: Inline[]): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "link") return inlineText(part.content);
      if (part.type === "wikiLink") return part.props.alias || part.props.title;
      return part.props.src;
    })
    .join("");
}

function contentText(block: Block): string {
  const { content, props } = block;
  if (Array.isArray(content)) return inlineText(content);
  if (typeof content === "string") return content;
  if (content?.type === "tableContent") return tableText(content);
  if (typeof props?.source === "string") return props.source;
  return String(props?.name || props?.caption || props?.url || (block.type === "divider" ? "———" : ""));
}

function tableText(table: TableContent): string {
  const cell = (one: TableContent["rows"][number]["cells"][number]) =>
    inlineText(Array.isArray(one) ? one : one.content);
  return table.rows.map((row) => row.cells.map(cell).join(" | ")).join("\n");
}

/** Without the empty paragraphs at the end. */
export function trimmed(blocks: Block[]): Block[] {
  let end = blocks.length;
  while (end > 0 && isBlank(blocks[end - 1]!)) end--;
  return blocks.slice(0, end);
}

function plain(value: unknown, isProps = false): unknown {
  if (Array.isArray(value)) return runs(value).map((item) => plain(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, held]) => name !== "id" && !isUsual(name, held, isProps))
    .map(([name, held]) => [name, plain(held, name === "props")] as const)
    .filter(([name, held]) => !(name === "props" && Object.keys(held as object).length === 0))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries);
}

function isUsual(name: string, held: unknown, isProps: boolean): boolean {
  if (held === undefined || held === null) return true;
  if (isProps) return USUAL[name] === held;
  return (name === "children" || name === "content" || name === "styles") && isEmpty(held);
}

const isEmpty = (held: unknown) =>
  Array.isArray(held) ? held.length === 0 : typeof held === "object" && Object.keys(held!).length === 0;

/** Neighbouring texts of one style as one, empty ones left out: how a run is cut says nothing. */
function runs(items: unknown[]): unknown[] {
  const joined: unknown[] = [];
  for (const item of items as { type?: string; text?: string; styles?: object }[]) {
    const last = joined.at(-1) as { type?: string; text?: string; styles?: object } | undefined;
    if (item?.type === "text" && typeof item.text === "string") {
      if (item.text === "") continue;
      const isSame = last?.type === "text" && JSON.stringify(last.styles) === JSON.stringify(item.styles);
      if (isSame) joined[joined.length - 1] = { ...last, text: `${last!.text}${item.text}` };
      else joined.push({ ...item });
    } else joined.push(item);
  }
  return joined;
}
