/** An empty block, in which `dir="auto"` finds nothing, runs as the text before it does; else as the app does. */
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { directionOfText } from "../../render/headings";

/** What has no letters of its own yet: nothing, or the sign that opens the list of blocks. */
const EMPTY = /^\/?$/;
/** How far back is looked, in characters. */
const NEAR = 500;

export const emptyDirectionPlugin = () =>
  new Plugin({
    props: {
      decorations({ doc, selection: { $from, empty } }) {
        const { type, textContent } = $from.parent;
        if (!empty || $from.depth === 0 || type.spec.code || !EMPTY.test(textContent)) return null;
        const start = $from.before();
        const lines = doc.textBetween(Math.max(0, start - NEAR), start, "\n").split("\n");
        const near = lines
          .map((line) => directionOfText(line))
          .findLast((direction) => direction !== undefined);
        const dir = near ?? document.documentElement.dir;
        return DecorationSet.create(doc, [Decoration.node(start, start + $from.parent.nodeSize, { dir })]);
      },
    },
  });
