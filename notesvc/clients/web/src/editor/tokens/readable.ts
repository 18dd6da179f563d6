/** The text of a paragraph as the grammar of tokens sees it. */
import type { Node } from "@tiptap/pm/model";

/** Stands for what is no plain text: code, links, atoms. It is no word and no sign. */
export const HOLE = "\uFFFC";

/** Each thing that is not plain text becomes holes, so that places stay the same. */
export function readable(paragraph: Node): string {
  let text = "";
  paragraph.forEach((child) => {
    const isHidden = child.marks.some((mark) => mark.type.name === "code" || mark.type.name === "link");
    if (child.isText && !isHidden) text += child.text;
    else text += child.type.name === "hardBreak" ? "\n" : HOLE.repeat(child.nodeSize);
  });
  return text;
}
