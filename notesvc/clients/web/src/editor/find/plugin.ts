/** Marks what is looked for in the block surface, and keeps it up to date while the text changes. */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { HOLE } from "../tokens/readable";

export interface Found {
  wanted: string;
  matches: Match[];
  at: number;
}

export const findKey = new PluginKey<Found>("find");
const NOTHING: Found = { wanted: "", matches: [], at: 0 };

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
          change.docChanged || now.wanted !== found.wanted
            ? matchesIn(change.doc, now.wanted)
            : found.matches;
        const at = matches.length === 0 ? 0 : (now.at + matches.length) % matches.length;
        return asked === undefined && !change.docChanged ? found : { wanted: now.wanted, matches, at };
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

export function find(view: EditorView, wanted: string): void {
  const first = matchesIn(view.state.doc, wanted).findIndex(({ from }) => from >= view.state.selection.from);
  view.dispatch(view.state.tr.setMeta(findKey, { wanted, at: Math.max(0, first) }));
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

/** Where a text stands in the document: inside one paragraph each, whatever the case. */
function matchesIn(doc: Node, wanted: string): Match[] {
  if (wanted === "") return [];
  const needle = wanted.toLocaleLowerCase();
  const found: Match[] = [];
  doc.descendants((node, position) => {
    if (found.length >= MOST) return false;
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, HOLE);
    const folded = text.toLocaleLowerCase();
    // Where folding moves letters, only the same case can be found in its place.
    const place = folded.length === text.length ? folded : text;
    for (let at = place.indexOf(needle); at >= 0; at = place.indexOf(needle, at + needle.length))
      found.push({ from: position + 1 + at, to: position + 1 + at + needle.length });
    return false;
  });
  return found;
}
