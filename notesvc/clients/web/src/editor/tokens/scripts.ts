/** `<sub>` and `<sup>` in a paragraph of the block surface: words between two pieces of markdown. */
import type { Node } from "@tiptap/pm/model";

export type ScriptTag = "sub" | "sup";

/** Before the opening tag and behind the closing one, counted from the start of the paragraph. */
export interface Script {
  tag: ScriptTag;
  from: number;
  to: number;
}

const TAG = /^<(\/?)(sub|sup)>$/i;

/** What is between tags that belong together, the inner before the outer. */
export function scriptsOf(paragraph: Node): Script[] {
  const found: Script[] = [];
  const open: { tag: string; from: number }[] = [];
  paragraph.forEach((child, at) => {
    const read = child.type.name === "mdInline" ? TAG.exec(String(child.attrs.src)) : null;
    const tag = read?.[2]?.toLowerCase();
    if (tag === undefined) return;
    if (read?.[1] === "") open.push({ tag, from: at });
    else if (open.at(-1)?.tag === tag) {
      const { from } = open.pop() as { from: number };
      found.push({ tag: tag as ScriptTag, from, to: at + child.nodeSize });
    }
  });
  return found;
}
