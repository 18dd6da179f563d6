/** `- [ ]` with no words behind it: a task, as in blocks. GitHub's own rule wants a space there. */
import type { BlockContext, LeafBlock, LeafBlockParser, MarkdownConfig } from "@lezer/markdown";

const SIGN = "[ ]".length;

/** Its nodes are those of GitHub's tasks. */
export const emptyTasks: MarkdownConfig = {
  parseBlock: [
    {
      name: "EmptyTask",
      leaf: (cx, { content }) =>
        /^\[[ xX]\]$/.test(content) && cx.parentType().name === "ListItem" ? new EmptyTask() : null,
      after: "TaskList",
    },
  ],
};

/** A line below it that goes on with the item is its words. */
class EmptyTask implements LeafBlockParser {
  nextLine(): boolean {
    return false;
  }

  finish(cx: BlockContext, leaf: LeafBlock): boolean {
    const { start, content } = leaf;
    const marker = cx.elt("TaskMarker", start, start + SIGN);
    const words = cx.parser.parseInline(content.slice(SIGN), start + SIGN);
    cx.addLeafElement(leaf, cx.elt("Task", start, start + content.length, [marker, ...words]));
    return true;
  }
}
