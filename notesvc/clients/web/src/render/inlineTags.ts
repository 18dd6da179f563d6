/** HTML tags within a line: the few harmless ones become elements where they are opened and closed properly. */
import type { Shown } from "./source";

export const TAGS = [
  "kbd",
  "sub",
  "sup",
  "mark",
  "small",
  "ins",
  "del",
  "abbr",
  "q",
  "cite",
  "var",
  "samp",
  "code",
  "b",
  "i",
  "em",
  "strong",
  "u",
  "s",
  "span",
] as const;
type Tag = (typeof TAGS)[number] | "br";
export type Nested = Shown | { type: "element"; tag: Tag; content?: Nested[] };

const TAG = /^<(\/?)([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?\/?>$/;

/** The content with elements in place of the tags; tags without a partner stay as they were written. */
export function closed(content: readonly Shown[]): Nested[] {
  if (!content.some((inline) => inline.type === "mdInline")) return [...content];
  const levels: { tag: Tag | null; opening: Shown | null; content: Nested[] }[] = [
    { tag: null, opening: null, content: [] },
  ];
  for (const inline of content) {
    const read = inline.type === "mdInline" ? tagOf(inline.props.src) : null;
    const top = levels.at(-1)!;
    if (read === null) top.content.push(inline);
    else if (read.tag === "br") top.content.push({ type: "element", tag: "br" });
    else if (!read.isEnd) levels.push({ tag: read.tag, opening: inline, content: [] });
    else if (top.tag === read.tag) {
      levels.pop();
      levels.at(-1)!.content.push({ type: "element", tag: read.tag, content: top.content });
    } else top.content.push(inline);
  }
  return levels.flatMap((level) => [...(level.opening ? [level.opening] : []), ...level.content]);
}

function tagOf(src: string): { tag: Tag; isEnd: boolean } | null {
  const found = TAG.exec(src);
  const name = found?.[2]?.toLowerCase();
  const tag = name === "br" ? "br" : TAGS.find((known) => known === name);
  return tag === undefined ? null : { tag, isEnd: found?.[1] === "/" };
}
