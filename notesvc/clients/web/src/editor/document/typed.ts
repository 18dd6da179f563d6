/** Markdown that somebody types out in full becomes what it means: links, pictures, `1)`, signs around words. */
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { namedWidth } from "../../render/embeds";
import { nextNumber } from "../blocks/numbers";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { placeOf, standBeside } from "../keys/place";
import { HOLE } from "../tokens/readable";
import { mayStand } from "./hrefs";
import { addressBefore, isGuess, linkAddress } from "./typedAddress";

const LINK = /(?<![!\\])\[\[([^[\]|\n]{1,500})(?:\|([^[\]\n]+))?\]\]$/;
const ADDRESS = String.raw`\(([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)\)$`;
const NAMED = new RegExp(String.raw`(?<![!\\[])\[([^[\]\n]{1,500})\]${ADDRESS}`);
const PICTURE = new RegExp(String.raw`(?<!\\)!\[([^[\]\n]{0,500})\]${ADDRESS}`);
const NUMBER = /^(\d{1,9})\)$/;
const LONGEST = 2_600;

/** Between signs that would mark it, but with a blank at an edge, as in `2 * 3 * 4`: the editor would take the signs. */
const BETWEEN =
  /(?:^|\s)(?:\*\*([^*]+)\*\*|\*([^*]+)\*|__([^_]+)__|_([^_]+)_|~~([^~]+)~~)$|`([^`\s][^`]*\s|\s[^`]*[^`\s]|\s+)`$/;
/** Where the editor sees no mark: right behind a bracket or a quotation mark, bold and italic at once, and a word of which a part is struck. */
const OPENER = String.raw`(?<=["'([{<\u2018\u201c\u201e\u00ab\u2014\u2013/])`;
const MARKED: readonly [RegExp, readonly string[]][] = [
  // Code whose edges are a blank means what stands between these.
  [/(?<![`\\])` ([^`]*[^`\s][^`]*) `$/, ["code"]],
  [/(?<![*\\\w])\*{3}(?![\s*])([^*]*[^*\s])\*{3}$/, ["bold", "italic"]],
  [new RegExp(String.raw`${OPENER}\*\*(?![\s*])([^*]*[^*\s])\*\*$`), ["bold"]],
  [new RegExp(String.raw`${OPENER}\*(?![\s*])([^*]*[^*\s])\*$`), ["italic"]],
  [new RegExp(String.raw`${OPENER}__(?![\s_])([^_]*[^_\s])__$`), ["bold"]],
  [new RegExp(String.raw`${OPENER}_(?![\s_])([^_]*[^_\s])_$`), ["italic"]],
  [/(?<=[^\s~\\])~~(?![\s~])([^~]*[^~\s])~~$/, ["strike"]],
];

/** The link to a note that the text before the caret ends with. */
export function linkBefore(before: string): { length: number; title: string; alias: string } | undefined {
  const link = LINK.exec(before);
  const title = link?.[1]?.trim() ?? "";
  return link === null || title === "" || title.includes(HOLE)
    ? undefined
    : { length: link[0].length, title, alias: link[2]?.trim() ?? "" };
}

interface Named {
  length: number;
  name: string;
  href: string;
}

/** `[name](address)` that the text before the caret ends with; `!` before it where it is a picture. */
export function namedBefore(before: string, isPicture = false): Named | undefined {
  const [whole, name = "", href = ""] = (isPicture ? PICTURE : NAMED).exec(before) ?? [];
  if (whole === undefined || href === "" || href.includes(HOLE) || !mayStand(href)) return undefined;
  if (isPicture ? name.includes(HOLE) : name.trim() === "") return undefined;
  return { length: whole.length, name, href };
}

/** The number of a list that begins with the text before the caret and a blank. */
export const numberBefore = (before: string): number | undefined => {
  const number = NUMBER.exec(before)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** Whether the signs around the end of the text before the caret mark nothing. */
export function isUnmarked(before: string): boolean {
  const words = BETWEEN.exec(before)
    ?.slice(1)
    .find((each) => each !== undefined);
  return words !== undefined && words !== words.trim();
}

/** The words between signs that the text before the caret ends with, and what the signs say of them. */
export function markedBefore(
  before: string,
): { length: number; words: string; marks: readonly string[] } | undefined {
  for (const [signs, marks] of MARKED) {
    const [whole, words] = signs.exec(before) ?? [];
    if (whole !== undefined && words !== undefined) return { length: whole.length, words, marks };
  }
  return undefined;
}

export function typedPlugin(editorOf: () => NoteEditor): Plugin {
  return new Plugin({
    filterTransaction: (change) => !isGuess(change),
    props: {
      handleTextInput(view, from, to, text) {
        const before = from === to && "]) *_~`".includes(text) ? textBefore(view.state) : null;
        if (before === null) return false;
        if (text === "]") return wikiLink(view, before + text);
        if (text === " ") return numbered(view, editorOf(), before) || spaced(view, before);
        if (text !== ")") return marked(view, before + text, text);
        return picture(view, editorOf(), before + text) || link(view, before + text);
      },
      handleKeyDown(view, { key }) {
        const found = key === "Enter" ? addressBefore(textBefore(view.state) ?? "") : undefined;
        if (found !== undefined) linkAddress(view, found, view.state.selection.from);
        return false;
      },
    },
  });
}

/** Of its block, up to the caret; null where markdown has no meaning, or something is selected. */
function textBefore({ selection: { $from, empty } }: EditorState): string | null {
  if (!empty || $from.parent.type.spec.code || $from.marks().some((mark) => mark.type.name === "code"))
    return null;
  const start = Math.max(0, $from.parentOffset - LONGEST);
  return $from.parent.textBetween(start, $from.parentOffset, undefined, HOLE);
}

/** A blank ends an address. */
function spaced(view: EditorView, before: string): boolean {
  const found = addressBefore(before);
  if (found === undefined) return false;
  const { end } = signed(view, " ");
  linkAddress(view, found, end - 1);
  return true;
}

/** Put the last sign in as a step of its own, so that taking back the next one leaves what was typed. */
function signed(view: EditorView, text: string): { change: Transaction; end: number } {
  const { from, to } = view.state.selection;
  view.dispatch(view.state.tr.insertText(text, from, to));
  return { change: view.state.tr, end: from + text.length };
}

function wikiLink(view: EditorView, before: string): boolean {
  const link = linkBefore(before);
  const atom = link && view.state.schema.nodes.wikiLink?.create({ title: link.title, alias: link.alias });
  if (link === undefined || atom === undefined) return false;
  const { change, end } = signed(view, "]");
  view.dispatch(change.replaceWith(end - link.length, end, atom).scrollIntoView());
  return true;
}

/** The words of a link keep their styles. */
function link(view: EditorView, before: string): boolean {
  const found = namedBefore(before);
  const mark = found && view.state.schema.marks.link?.create({ href: found.href });
  if (found === undefined || mark === undefined) return false;
  const { change, end } = signed(view, ")");
  const start = end - found.length;
  const styles = view.state.selection.$from.marks();
  change.delete(start + 1 + found.name.length, end).delete(start, start + 1);
  change.addMark(start, start + found.name.length, mark).setStoredMarks(styles);
  view.dispatch(change.scrollIntoView());
  return true;
}

function marked(view: EditorView, before: string, text: string): boolean {
  if (isUnmarked(before)) {
    view.dispatch(view.state.tr.insertText(text).scrollIntoView());
    return true;
  }
  const found = markedBefore(before);
  if (found === undefined) return false;
  const styles = view.state.selection.$from.marks();
  const { change, end } = signed(view, text);
  const sign = (found.length - found.words.length) / 2;
  const start = end - found.length;
  change.delete(end - sign, end).delete(start, start + sign);
  for (const name of found.marks) {
    const mark = view.state.schema.marks[name]?.create();
    if (mark) change.addMark(start, start + found.words.length, mark);
  }
  view.dispatch(change.setStoredMarks(styles).scrollIntoView());
  return true;
}

/** Alone in its paragraph it is a block; within a line it stays in the line. */
function picture(view: EditorView, editor: NoteEditor, before: string): boolean {
  const found = namedBefore(before, true);
  if (found === undefined) return false;
  const { change, end } = signed(view, ")");
  const { $from } = view.state.selection;
  const isAlone = $from.parent.type.name === "paragraph" && $from.parent.textContent.length === found.length;
  const place = placeOf(view.state);
  if (isAlone && place !== undefined) {
    const { name, width } = namedWidth(found.name);
    const props = { url: found.href, name, ...(width !== undefined && { previewWidth: width }) };
    editor.updateBlock(place.id, { type: "image", props } as NoteBlock);
    const now = placeOf(editor.prosemirrorState);
    if (now !== undefined) standBeside(view, now, 1);
    return true;
  }
  const src = view.state.doc.textBetween(end - found.length, end);
  const piece = view.state.schema.nodes.mdInline?.create({ src });
  if (piece) view.dispatch(change.replaceWith(end - found.length, end, piece).scrollIntoView());
  return true;
}

function numbered(view: EditorView, editor: NoteEditor, before: string): boolean {
  const number = numberBefore(before);
  const place = placeOf(view.state);
  if (number === undefined || place === undefined || place.content.type.name !== "paragraph") return false;
  const { change, end } = signed(view, " ");
  view.dispatch(change.delete(end - before.length - 1, end));
  const goesOn = number === 1 || number === nextNumber(view.state.doc.resolve(place.before));
  const props = goesOn ? {} : { start: number };
  editor.updateBlock(place.id, { type: "numberedListItem", props } as NoteBlock);
  return true;
}
