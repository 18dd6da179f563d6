/** Formulas and front matter in the grammar of the raw surface: no sign of markdown has a meaning in them. */
import type { BlockContext, Line, MarkdownConfig } from "@lezer/markdown";
import { mathsAt } from "../../render/tokens";

const DOLLAR = 36;
const KEY = /^[A-Za-z_"'][^:\n]*:(?:[ \t]|$)/;
const YAML = /^(?:[ \t]*$|[ \t]+\S|- |[#\]}]|[A-Za-z_"'][^:\n]*:(?:[ \t]|$))/;
const END = /^(?:---|\.\.\.)[ \t]*$/;

export const maths: MarkdownConfig = {
  defineNodes: [
    { name: "BlockMath", block: true },
    { name: "InlineMath" },
    { name: "FrontMatter", block: true },
  ],
  parseBlock: [
    { name: "FrontMatter", before: "LinkReference", parse: frontMatter },
    { name: "BlockMath", before: "LinkReference", parse: blockMaths },
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

/** From a line that starts with `$$` to one that ends with it; an empty line ends what is not closed. */
function blockMaths(cx: BlockContext, line: Line): boolean {
  const first = line.text.slice(line.pos).trimEnd();
  if (cx.depth > 1 || line.indent > 3 || !first.startsWith("$$")) return false;
  const from = cx.lineStart + line.pos;
  const isWhole = first.length > 3 && first.endsWith("$$");
  if (isWhole && first.slice(2, -2).includes("$$")) return false;
  const lines = [line.text.slice(line.pos)];
  let isClosed = isWhole;
  while (cx.nextLine() && !isClosed && line.text.trim() !== "") {
    lines.push(line.text);
    isClosed = line.text.trimEnd().endsWith("$$");
  }
  const text = lines.join("\n").trimEnd();
  const to = from + text.length;
  const inner = isClosed ? [] : cx.parser.parseInline(text, from);
  cx.addElement(cx.elt(isClosed ? "BlockMath" : "Paragraph", from, to, inner));
  return true;
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
