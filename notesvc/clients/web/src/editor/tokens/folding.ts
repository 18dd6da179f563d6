/** Which callouts are folded: `-` folds at first, a press of the arrow or a caret in the body changes what is shown. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { headOf } from "./callout";

interface Turn {
  /** Before the quote. */
  at: number;
  isOpen: boolean;
}

const key = new PluginKey<DecorationSet>("callouts.folded");

function isOpen(state: EditorState, at: number, quote: Node): boolean {
  const turned = key.getState(state)?.find(at, at + quote.nodeSize, (spec) => spec.isOpen !== undefined)[0];
  return (turned?.spec.isOpen as boolean | undefined) ?? headOf(quote)?.fold !== "-";
}

const isFoldable = (quote: Node): boolean => (headOf(quote)?.fold ?? "") !== "";

/** Fold or unfold the callout whose quote begins here; a caret in what is folded goes to its title. */
export function turn(view: EditorView, at: number): void {
  const quote = view.state.doc.nodeAt(at);
  if (quote) view.dispatch(view.state.tr.setMeta(key, { at, isOpen: !isOpen(view.state, at, quote) }));
}

/** A folded callout whose body holds the caret. */
function foldedAround(state: EditorState): number | undefined {
  const { $head } = state.selection;
  for (let depth = $head.depth - 2; depth > 0; depth--) {
    const [container, at] = [$head.node(depth), $head.before(depth) + 1];
    const quote = container.firstChild;
    if (container.type.name !== "blockContainer" || quote === null || $head.pos < at + quote.nodeSize)
      continue;
    if (isFoldable(quote) && !isOpen(state, at, quote)) return at;
  }
  return undefined;
}

function turned(set: DecorationSet, change: Transaction): DecorationSet {
  const mapped = set.map(change.mapping, change.doc);
  const asked = change.getMeta(key) as Turn | undefined;
  const quote = asked && change.doc.nodeAt(asked.at);
  if (!asked || !quote) return mapped;
  const [from, to] = [asked.at, asked.at + quote.nodeSize];
  const look = { class: asked.isOpen ? "is-open" : "is-closed" };
  const old = mapped.find(from, to).filter((each) => each.from === from && each.to === to);
  return mapped.remove(old).add(change.doc, [Decoration.node(from, to, look, { isOpen: asked.isOpen })]);
}

export const foldingPlugin = () =>
  new Plugin<DecorationSet>({
    key,
    state: { init: () => DecorationSet.empty, apply: (change, set) => turned(set, change) },
    appendTransaction(_changes, _before, state) {
      const at = foldedAround(state);
      return at === undefined ? null : state.tr.setMeta(key, { at, isOpen: true });
    },
    props: { decorations: (state) => key.getState(state) },
    view: () => ({
      update(view, before) {
        if (key.getState(before) === key.getState(view.state)) return;
        for (const arrow of view.dom.querySelectorAll(".callout-fold")) tell(arrow);
      },
    }),
  });

/** Say by the arrow what is shown. */
function tell(arrow: Element): void {
  const quote = arrow.closest(".bn-block-content");
  if (!(quote instanceof HTMLElement)) return;
  const isShown = quote.classList.contains("is-open") || (quote.dataset.fold !== "-" && !isShut(quote));
  arrow.setAttribute("aria-expanded", String(isShown));
}

const isShut = (quote: HTMLElement) => quote.classList.contains("is-closed");
