/** Formulas and front matter in the grammar of the raw surface: no sign of markdown has a meaning in them. */
import type { BlockContext, Element, LeafBlock, Line, MarkdownConfig } from "@lezer/markdown";
import { mathsAt } from "../../render/tokens";

const DOLLAR = 36;
const KEY = /^[A-Za-z_"'][^:\n]*:(?:[ \t]|$)/;
const YAML = /^(?:[ \t]*$|[ \t]+\S|- |[#\]}]|[A-Za-z_"'][^\n]*?:(?:[ \t]|$))/;
const END = /^(?:---|\.\.\.)[ \t]*$/;

export const maths: MarkdownConfig = {
  defineNodes: [
    { name: "BlockMath", block: true },
    { name: "InlineMath" },
    { name: "FrontMatter", block: true },
  ],
  parseBlock: [
    { name: "FrontMatter", before: "LinkReference", parse: frontMatter },
    { name: "BlockMath", before: "LinkReference", parse: blockMaths, endLeaf: isBelowHead },
  ],
  parseInline: [
    {
      name: "InlineMath",
      before: "Escape",
      parse(text, next, at) {
        const end = next === DOLLAR ? mathsAt(text.text, at - text.offset) : null;
        return end === null ? -1 : text.addElement(text.elt("InlineMath", at, end + text.offset));
      },
    },
  ],
};

/**
 * From a line that starts with `$$` to one that ends with it; an empty line ends what is not closed, and so does the end of
 * the quote or item that it stands in.
 */
function blockMaths(cx: BlockContext, line: Line): boolean {
  const first = line.text.slice(line.pos).trimEnd();
  if (line.indent - line.baseIndent > 3 || !first.startsWith("$$")) return false;
  const from = cx.lineStart + line.pos;
  const isWhole = first.length > 3 && first.endsWith("$$");
  if (isWhole && first.slice(2, -2).includes("$$")) return false;
  const marks: Element[] = [];
  let lines = line.text.slice(line.pos);
  let isClosed = isWhole;
  const isWithin = () => depthOf(line) >= cx.depth && line.text.slice(line.basePos).trim() !== "";
  while (cx.nextLine() && !isClosed && isWithin()) {
    marks.push(...line.markers);
    // As long as in the text, signs of quotes included.
    lines += `\n${" ".repeat(line.basePos)}${line.text.slice(line.basePos)}`;
    isClosed = line.text.trimEnd().endsWith("$$");
  }
  const to = from + lines.trimEnd().length;
  if (isClosed) cx.addElement(cx.elt("BlockMath", from, to, marks));
  else cx.addElement(cx.elt("Paragraph", from, to, withMarks(cx, lines.trimEnd(), from, marks)));
  return true;
}

/** The head of a callout is no paragraph that goes on. */
function isBelowHead(_: BlockContext, line: Line, { content }: LeafBlock): boolean {
  return /^\[![^\n]*$/.test(content) && line.text.slice(line.pos).startsWith("$$");
}

/** In how many of the containers around a block a line goes on; its types leave that out. */
const depthOf = (line: Line): number => (line as Line & { depth: number }).depth;

/** What is no formula, with the signs of the quotes around it. */
function withMarks(cx: BlockContext, text: string, from: number, marks: readonly Element[]): Element[] {
  const inner = cx.parser.parseInline(text, from);
  return [...inner, ...marks].sort((one, other) => one.from - other.from);
}

/** Between two lines of `---` at the very start. */
function frontMatter(cx: BlockContext, line: Line): boolean {
  if (cx.lineStart > 0 || line.text.trimEnd() !== "---" || !KEY.test(cx.peekLine())) return false;
  const rule = cx.elt("HorizontalRule", 0, 3);
  const lines: string[] = [];
  const from = line.text.length + 1;
  while (cx.nextLine() && YAML.test(line.text)) lines.push(line.text);
  if (END.test(line.text)) {
    const to = cx.lineStart + line.text.trimEnd().length;
    cx.nextLine();
    cx.addElement(cx.elt("FrontMatter", 0, to));
    return true;
  }
  const text = lines.join("\n").trimEnd();
  cx.addElement(rule);
  cx.addElement(cx.elt("Paragraph", from, from + text.length, cx.parser.parseInline(text, from)));
  return true;
}
