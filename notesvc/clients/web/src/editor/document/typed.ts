/** `[[Title]]` that somebody types out in full becomes the link that it means. */
import { Plugin } from "@tiptap/pm/state";
import { HOLE } from "../tokens/readable";

const LINK = /(?<![!\\])\[\[([^[\]|\n]{1,500})(?:\|([^[\]\n]+))?\]\]$/;

/** The link that the text before the caret ends with. */
export function linkBefore(before: string): { length: number; title: string; alias: string } | undefined {
  const link = LINK.exec(before);
  const title = link?.[1]?.trim() ?? "";
  return link === null || title === "" || title.includes(HOLE)
    ? undefined
    : { length: link[0].length, title, alias: link[2]?.trim() ?? "" };
}

export function typedPlugin(): Plugin {
  return new Plugin({
    props: {
      handleTextInput(view, from, to, text) {
        const { $from } = view.state.selection;
        if (text !== "]" || from !== to || $from.parent.type.spec.code) return false;
        if ($from.marks().some((mark) => mark.type.name === "code")) return false;
        const start = Math.max(0, $from.parentOffset - 600);
        const link = linkBefore($from.parent.textBetween(start, $from.parentOffset, undefined, HOLE) + text);
        const atom =
          link && view.state.schema.nodes.wikiLink?.create({ title: link.title, alias: link.alias });
        if (link === undefined || atom === undefined) return false;
        // Two steps, so that taking the second back leaves what was typed.
        view.dispatch(view.state.tr.insertText(text, from, to));
        const end = from + text.length;
        view.dispatch(view.state.tr.replaceWith(end - link.length, end, atom).scrollIntoView());
        return true;
      },
    },
  });
}
