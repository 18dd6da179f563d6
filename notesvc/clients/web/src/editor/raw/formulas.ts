/** Formulas are set where the caret is not; around the caret is their source, and below a longer one how it looks. */
import { syntaxTree } from "@codemirror/language";
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from "@codemirror/view";
import { setMaths } from "../../render/Maths";
import { type Names, NO_NAMES, tokensOf } from "../../render/tokens";

/** People's names go before formulas. */
export const people = Facet.define<() => Names, () => Names>({
  combine: ([names]) => names ?? (() => NO_NAMES),
});

class Formula extends WidgetType {
  constructor(
    readonly source: string,
    readonly isBlock: boolean,
  ) {
    super();
  }
  get tex(): string {
    return this.source.replace(/^\$+|\$+$/g, "").trim();
  }
  override eq(other: Formula): boolean {
    return other.source === this.source && other.isBlock === this.isBlock;
  }
  override get estimatedHeight(): number {
    return this.isBlock ? 64 : -1;
  }
  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement(this.isBlock ? "div" : "span");
    place.className = this.isBlock ? "maths is-block" : "maths";
    place.dir = "ltr";
    setMaths(place, this, () => view.requestMeasure());
    place.onmousedown = (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const at = view.posAtDOM(place) + (/^\$+\s*/.exec(this.source)?.[0].length ?? 0);
      view.dispatch({ selection: EditorSelection.cursor(Math.min(at, view.state.doc.length)) });
      view.focus();
    };
    return place;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** The set formula in place of its source; null where a name begins with that dollar. */
export function inlineFormula(state: EditorState, from: number, to: number): Decoration | null {
  const line = state.doc.lineAt(from);
  if (line.length > 20_000) return null;
  const isFormula = tokensOf(line.text, state.facet(people)()).some(
    ({ kind, start }) => kind === "maths" && line.from + start === from,
  );
  return isFormula ? Decoration.replace({ widget: new Formula(state.sliceDoc(from, to), false) }) : null;
}

const focused = StateEffect.define<boolean>();

interface Blocks {
  hasFocus: boolean;
  shown: DecorationSet;
}

/** What spans lines is shown for all of the text: its height counts while it is out of view. */
const blocks = StateField.define<Blocks>({
  create: (state) => ({ hasFocus: false, shown: shownIn(state, false) }),
  update(before, change) {
    let { hasFocus } = before;
    for (const effect of change.effects) if (effect.is(focused)) hasFocus = effect.value;
    const isSame =
      hasFocus === before.hasFocus &&
      !change.docChanged &&
      !change.selection &&
      syntaxTree(change.startState) === syntaxTree(change.state);
    return isSame ? before : { hasFocus, shown: shownIn(change.state, hasFocus) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ shown }) => shown),
});

function shownIn(state: EditorState, hasFocus: boolean): DecorationSet {
  const shown = blocksOf(state).map(({ from, to }) => {
    const widget = new Formula(state.sliceDoc(from, to), true);
    const isOpen = hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from);
    const end = state.doc.lineAt(to).to;
    return isOpen
      ? Decoration.widget({ widget, block: true, side: 1 }).range(end)
      : Decoration.replace({ widget, block: true }).range(state.doc.lineAt(from).from, end);
  });
  return Decoration.set(shown);
}

function blocksOf(state: EditorState): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const cursor = syntaxTree(state).cursor();
  if (!cursor.firstChild()) return found;
  do if (cursor.name === "BlockMath") found.push({ from: cursor.from, to: cursor.to });
  while (cursor.nextSibling());
  return found;
}

/** Up and down lead into a formula, as they lead into any other line. */
const enter =
  (isForward: boolean) =>
  (view: EditorView): boolean => {
    const { main } = view.state.selection;
    const next = view.moveVertically(main, isForward).head;
    const { shown } = view.state.field(blocks);
    let inside: number | null = null;
    shown.between(Math.min(main.head, next), Math.max(main.head, next), (from, to) => {
      const isBetween = isForward ? from > main.head && from <= next : to < main.head && to >= next;
      if (from < to && isBetween) inside ??= isForward ? from : to;
    });
    if (inside === null || !main.empty) return false;
    view.dispatch({ selection: EditorSelection.cursor(inside), scrollIntoView: true, userEvent: "select" });
    return true;
  };

export const formulas: Extension = [
  blocks,
  keymap.of([
    { key: "ArrowDown", run: enter(true) },
    { key: "ArrowUp", run: enter(false) },
  ]),
  EditorView.focusChangeEffect.of((_, hasFocus) => focused.of(hasFocus)),
];
