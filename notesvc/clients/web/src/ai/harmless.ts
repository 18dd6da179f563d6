/** A model's answer as what it is, somebody else's words: nothing in it is loaded, and it leads nowhere new. */
import type { Block, Inline } from "../blocks";

const FILES = new Set(["image", "video", "audio", "file"]);
/** Pictures and embeds within a line or as raw markdown. */
const EMBED = /!\[\[[^\]\n]*\]\]|!\[[^[\]\n]*\]\([^()\n]*\)/g;
const ADDRESS = /\]\(\s*<?([^()\s<>]+)/g;

/** The blocks to be shown: pictures are named by their markdown, links that `given` does not hold are text. */
export const shownHarmless = (blocks: readonly Block[], given: string): Block[] =>
  blocks.map((block) => harmless(block, given, false));

/** The blocks to be put into a note: as shown, but what the text held before stays what it was. */
export const keptHarmless = (blocks: readonly Block[], given: string): Block[] =>
  blocks.map((block) => harmless(block, given, true));

function harmless(block: Block, given: string, isKept: boolean): Block {
  const children = (block.children ?? []).map((child) => harmless(child, given, isKept));
  if (FILES.has(block.type)) {
    const url = String(block.props?.url ?? "");
    if (isKept && url !== "" && given.includes(url)) return { ...block, children };
    const sign = block.type === "image" ? "!" : "";
    return { ...words(`${sign}[${block.props?.name ?? ""}](${url})`), children };
  }
  const { content } = block;
  if (Array.isArray(content)) {
    if (block.type === "codeBlock") return { ...block, children };
    return block.type === "rawMarkdown"
      ? { ...rawOf(block, content, given, isKept), children }
      : { ...block, content: inlines(content, given, isKept), children };
  }
  if (content === undefined) return { ...block, children };
  const rows = content.rows.map(({ cells }) => ({
    cells: cells.map((cell) =>
      Array.isArray(cell)
        ? inlines(cell, given, isKept)
        : { ...cell, content: inlines(cell.content, given, isKept) },
    ),
  }));
  return { ...block, content: { ...content, rows }, children };
}

const words = (text: string): Block => ({ type: "paragraph", content: [plain(text)] });
const plain = (text: string): Inline => ({ type: "text", text, styles: {} });

function rawOf(block: Block, content: Inline[], given: string, isKept: boolean): Block {
  const source = content.map((each) => (each.type === "text" ? each.text : "")).join("");
  return isForeign(source, given, isKept) ? words(source) : block;
}

function inlines(content: readonly Inline[], given: string, isKept: boolean): Inline[] {
  return content.flatMap((each): Inline[] => {
    if (each.type === "link" && !given.includes(each.href)) {
      const label = inlines(each.content, given, isKept);
      const isBare = label.length === 1 && label[0]?.type === "text" && label[0].text === each.href;
      return isBare ? label : [...label, plain(` (${each.href})`)];
    }
    if (each.type === "mdInline" && isForeign(each.props.src, given, isKept)) return [plain(each.props.src)];
    return [each];
  });
}

/** Whether a piece of markdown would load something, or leads where the given text does not. */
function isForeign(source: string, given: string, isKept: boolean): boolean {
  const embeds = source.match(EMBED) ?? [];
  if (embeds.some((embed) => !isKept || !given.includes(embed))) return true;
  return [...source.matchAll(ADDRESS)].some(([, address]) => !given.includes(address!));
}
