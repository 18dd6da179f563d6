/** Marks what is looked for in the block surface, and keeps it up to date while the text changes. */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { HOLE } from "../tokens/readable";

export interface How {
  matchCase: boolean;
  wholeWord: boolean;
}

export interface Found extends How {
  wanted: string;
  matches: Match[];
  at: number;
}

export const findKey = new PluginKey<Found>("find");
const NOTHING: Found = { wanted: "", matchCase: false, wholeWord: false, matches: [], at: 0 };

export function findPlugin(): Plugin<Found> {
  return new Plugin<Found>({
    key: findKey,
    state: {
      init: () => NOTHING,
      apply(change, found) {
        const asked = change.getMeta(findKey) as Partial<Found> | undefined;
        const now = { ...found, ...asked };
        if (now.wanted === "") return NOTHING;
        const matches =
          change.docChanged || asked?.wanted !== undefined
            ? matchesIn(change.doc, now.wanted, now)
            : found.matches;
        const at = matches.length === 0 ? 0 : (now.at + matches.length) % matches.length;
        return asked === undefined && !change.docChanged ? found : { ...now, matches, at };
      },
    },
    props: {
      decorations(state) {
        const found = findKey.getState(state);
        if (found === undefined || found.matches.length === 0) return null;
        const marks = found.matches.map(({ from, to }, index) =>
          Decoration.inline(from, to, { class: index === found.at ? "found found-here" : "found" }),
        );
        return DecorationSet.create(state.doc, marks);
      },
    },
  });
}

export const foundIn = (view: EditorView): Found => findKey.getState(view.state) ?? NOTHING;

export function find(view: EditorView, wanted: string, how: How): void {
  const { doc, selection, tr } = view.state;
  const first = matchesIn(doc, wanted, how).findIndex(({ from }) => from >= selection.from);
  view.dispatch(tr.setMeta(findKey, { ...how, wanted, at: Math.max(0, first) }));
}

export function goTo(view: EditorView, at: number): void {
  view.dispatch(view.state.tr.setMeta(findKey, { at }));
}

/** Replace the match that is shown, or all; returns how many. */
export function replace(view: EditorView, by: string, isAll: boolean): number {
  const { matches, at } = foundIn(view);
  const chosen = isAll ? matches : matches.slice(at, at + 1);
  const change = view.state.tr;
  for (const { from, to } of [...chosen].reverse()) {
    if (by === "") change.delete(from, to);
    else change.insertText(by, from, to);
  }
  if (chosen.length > 0) view.dispatch(change);
  return chosen.length;
}

interface Match {
  from: number;
  to: number;
}

const MOST = 5_000;

/** Where a text stands in the document: inside one paragraph each. */
function matchesIn(doc: Node, wanted: string, how: How): Match[] {
  if (wanted === "") return [];
  const found: Match[] = [];
  doc.descendants((node, position) => {
    if (found.length >= MOST) return false;
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, HOLE);
    for (const at of placesIn(text, wanted, how))
      found.push({ from: position + 1 + at, to: position + 1 + at + wanted.length });
    return false;
  });
  return found;
}

export function placesIn(text: string, wanted: string, { matchCase, wholeWord }: How): number[] {
  const folded = text.toLocaleLowerCase();
  const needle = wanted.toLocaleLowerCase();
  // Where folding moves letters, only the same case can be found in its place.
  const isFolded = !matchCase && folded.length === text.length && needle.length === wanted.length;
  const [place, sought] = isFolded ? [folded, needle] : [text, wanted];
  const found: number[] = [];
  for (let at = place.indexOf(sought); at >= 0; ) {
    const isTaken = !wholeWord || isWord(text, at, at + sought.length);
    if (isTaken) found.push(at);
    at = place.indexOf(sought, at + (isTaken ? sought.length : 1));
  }
  return found;
}

const LETTER = /[\p{L}\p{N}\p{M}_]/u;

/** Neither end is within a word. */
function isWord(text: string, from: number, to: number): boolean {
  const isLetter = (at: number) => LETTER.test(text.charAt(at));
  return !(isLetter(from - 1) && isLetter(from)) && !(isLetter(to - 1) && isLetter(to));
}
