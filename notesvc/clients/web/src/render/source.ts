/** Reads the markdown of a line that blocks keep as source, as far as it can be shown: marks, links, pictures. */
import type { Inline } from "../blocks";
import { MATHS } from "./tokens";

type Styles = Record<string, boolean | string>;
/** What a source says: inline content, and such with styles around what has none of its own. */
export type Shown = Inline | { type: "marked"; styles: Styles; content: Shown[] };
type Reader = [pattern: RegExp, read: (found: RegExpExecArray, styles: Styles, depth: number) => Shown[]];

const MOST = 20_000;
const DEEPEST = 8;

const styled =
  (style: string) =>
  (found: RegExpExecArray, styles: Styles, depth: number): Shown[] =>
    read(found[1] ?? "", { ...styles, [style]: true }, depth + 1);

const text = (said: string, styles: Styles): Inline[] =>
  said === "" ? [] : [{ type: "text", text: said, styles }];
const verbatim = (found: RegExpExecArray): Inline[] => [{ type: "mdInline", props: { src: found[0] } }];

// Each pattern is tried where one of the signs stands; none can look back over what was read.
const SIGN = /[\\*_~`[!<$]/g;
const READERS: Reader[] = [
  // A formula stays as it is written: as text it is one.
  [MATHS, (found, styles) => text(found[0], styles)],
  [/\\([!-/:-@[-`{-~])/y, (found, styles) => text(found[1] ?? "", styles)],
  [/`([^`\n]+)`/y, (found, styles) => text((found[1] ?? "").trim(), { ...styles, code: true })],
  [/!\[\[[^[\]\n]+\]\]/y, verbatim],
  [/!\[[^[\]\n]*\]\([^()\s]+(?:\s+"[^"\n]*")?\)/y, verbatim],
  [/\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/y, wikiLink],
  [
    /\[([^[\]\n]+)\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/y,
    link,
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (found, styles) => linkTo(found[1] ?? "", text(found[1] ?? "", styles))],
  [/\*\*(?=\S)((?:[^*\n]|\*(?!\*))+?)(?<=\S)\*\*/y, styled("bold")],
  [/__(?=\S)((?:[^_\n]|_(?!_))+?)(?<=\S)__/y, styled("bold")],
  [/~~(?=\S)([^~\n]+?)(?<=\S)~~/y, styled("strike")],
  [/\*(?=\S)([^*\n]+?)(?<=\S)\*/y, styled("italic")],
  [/(?<![\p{L}\p{N}])_(?=\S)([^_\n]+?)(?<=\S)_(?![\p{L}\p{N}])/uy, styled("italic")],
  [/<!--[^>]*-->|<\/?[A-Za-z][^<>\n]*>/y, verbatim],
];

/** The source as inline content; what is not understood stays text or an `mdInline` of its own. */
export function readSource(src: string): Shown[] {
  return src.length > MOST ? text(src, {}) : read(src, {}, 0);
}

function read(src: string, styles: Styles, depth: number): Shown[] {
  if (depth > DEEPEST) return text(src, styles);
  const content: Shown[] = [];
  const search = new RegExp(SIGN);
  let from = 0;
  for (let hit = search.exec(src); hit !== null; hit = search.exec(src)) {
    const found = readAt(src, hit.index, styles, depth);
    if (found === null) continue;
    content.push(...text(src.slice(from, hit.index), styles), ...found.content);
    from = search.lastIndex = found.end;
  }
  content.push(...text(src.slice(from), styles));
  return content;
}

function readAt(src: string, at: number, styles: Styles, depth: number) {
  for (const [pattern, make] of READERS) {
    pattern.lastIndex = at;
    const found = pattern.exec(src);
    if (found !== null) return { content: make(found, styles, depth), end: at + found[0].length };
  }
  return null;
}

function wikiLink(found: RegExpExecArray, styles: Styles): Shown[] {
  const title = (found[1] ?? "").replace(/\\$/, "").trim();
  const wiki: Inline = { type: "wikiLink", props: { title, alias: (found[2] ?? "").trim() } };
  return Object.keys(styles).length === 0 ? [wiki] : [{ type: "marked", styles, content: [wiki] }];
}

function link(found: RegExpExecArray, styles: Styles, depth: number): Shown[] {
  return linkTo(found[2] ?? "", read(found[1] ?? "", styles, depth + 1));
}

const linkTo = (href: string, content: Shown[]): Shown[] => [
  { type: "link", href, content: content as Inline[] },
];
