/** Blocks of code on a page. */
import type { Block } from "../../blocks";
import { acceptedText } from "../document/accepted";
import { cssOf, isUnseen } from "./look";

/** Line by line as it was, whatever the page wraps the lines in. */
export function codeOf(pre: Element): Block {
  const code = pre.querySelector("code") ?? pre;
  const text = textOf(code)
    .replace(/\u00a0/g, " ")
    .replace(/^\n|\s+$/g, "");
  const language = languageOf(code) ?? languageOf(pre) ?? languageOf(pre.parentElement);
  return {
    type: "codeBlock",
    props: language === undefined ? {} : { language },
    content: [{ type: "text", text: acceptedText(text), styles: {} }],
  };
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node as Text).data;
  if (!(node instanceof Element) || isUnseen(node)) return "";
  if (node.tagName === "BR") return "\n";
  let said = "";
  for (const child of node.childNodes) {
    const before = child.previousSibling;
    const isSourceEnd = child.nodeType === Node.TEXT_NODE && before instanceof Element && isLine(before);
    // The end of the line in the source is the end of its box.
    said += isSourceEnd ? textOf(child).replace(/^\n/, "") : textOf(child);
  }
  return isLine(node) && !said.endsWith("\n") ? `${said}\n` : said;
}

const isLine = (element: Element): boolean =>
  /^(?:DIV|P|LI|TR)$/.test(element.tagName) || cssOf(element).display === "block";

function languageOf(element: Element | null): string | undefined {
  const said = /(?:^|\s)(?:language|lang|highlight-source|brush:?)[-\s]([\w+#.-]+)/.exec(
    element?.className ?? "",
  )?.[1];
  return said ?? element?.getAttribute("data-language") ?? undefined;
}
