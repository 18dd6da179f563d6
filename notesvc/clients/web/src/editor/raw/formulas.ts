/** Formulas are set where the caret is not; around the caret is their source, and below a longer one how it looks. */
import { EditorSelection, type EditorState, Facet, StateEffect } from "@codemirror/state";
import { Decoration, type EditorView, WidgetType } from "@codemirror/view";
import { setMaths } from "../../render/Maths";
import { type Names, NO_NAMES, tokensOf } from "../../render/tokens";
import { type Attributes, isSameAround, within } from "./leads";

/** People's names go before formulas. */
export const people = Facet.define<() => Names, () => Names>({
  combine: ([names]) => names ?? (() => NO_NAMES),
});

/** Look again: people are others now. */
export const peopleChanged = StateEffect.define<null>();

export class Formula extends WidgetType {
  constructor(
    readonly source: string,
    readonly isBlock: boolean,
    readonly around: Attributes | null = null,
  ) {
    super();
  }
  get tex(): string {
    return this.source.replace(/^\$+|\$+$/g, "").trim();
  }
  override eq(other: Formula): boolean {
    const isSame = other.source === this.source && other.isBlock === this.isBlock;
    return isSame && isSameAround(other.around, this.around);
  }
  override get estimatedHeight(): number {
    return this.isBlock ? 64 : -1;
  }
  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement(this.isBlock ? "div" : "span");
    place.className = this.isBlock ? "maths is-block" : "maths";
    place.dir = "ltr";
    setMaths(place, this, () => view.requestMeasure());
    const shown = within(this.around, place);
    place.onmousedown = (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const at = view.posAtDOM(shown);
      const behind = /\$+[ \t]*(?:\n[ \t>]*)?/.exec(view.state.sliceDoc(at, at + 1_000));
      const caret = at + (behind ? behind.index + behind[0].length : 0);
      view.dispatch({ selection: EditorSelection.cursor(Math.min(caret, view.state.doc.length)) });
      view.focus();
    };
    return shown;
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
