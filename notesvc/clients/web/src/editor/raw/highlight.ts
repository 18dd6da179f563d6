/** `==words==` in markdown: marked with a pen. */
import { tags } from "@lezer/highlight";
import type { MarkdownConfig } from "@lezer/markdown";

const DELIMITER = { resolve: "Highlight", mark: "HighlightMark" };
const EQUALS = 61;

export const highlight: MarkdownConfig = {
  defineNodes: [
    { name: "Highlight", style: tags.special(tags.content) },
    { name: "HighlightMark", style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: "Highlight",
      parse(text, next, at) {
        if (next !== EQUALS || text.char(at + 1) !== EQUALS || text.char(at + 2) === EQUALS) return -1;
        const [before, behind] = [text.slice(at - 1, at), text.slice(at + 2, at + 3)];
        const mayOpen = /\S/.test(behind) && before !== "=";
        const mayClose = /\S/.test(before) && before !== "=";
        return mayOpen || mayClose ? text.addDelimiter(DELIMITER, at, at + 2, mayOpen, mayClose) : -1;
      },
      after: "Emphasis",
    },
  ],
};
