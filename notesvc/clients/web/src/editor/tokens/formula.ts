/** A formula in the text: set, with its source hidden behind it. */

import { TextSelection } from "@tiptap/pm/state";
import { Decoration, type EditorView } from "@tiptap/pm/view";
import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Maths } from "../../render/Maths";
import { PLAIN, ReadingContext } from "../../render/reading";
import type { Token } from "../../render/tokens";

const roots = new WeakMap<globalThis.Node, Root>();
let count = 0;

/** A name for what is shown as its source while the caret is in it. */
export function settledAs(): { formula: string } {
  count += 1;
  return { formula: `${count}` };
}

export function formula(token: Token, from: number, to: number): Decoration[] {
  const spec = settledAs();
  const source = `$${token.value}$`;
  return [
    Decoration.inline(from, to, { class: "formula-source" }, spec),
    Decoration.widget(from, (view, at) => set(token.value, source, view, at), {
      ...spec,
      key: `formula ${token.value}`,
      side: -1,
      ignoreSelection: true,
      destroy: (place) => setTimeout(() => roots.get(place)?.unmount()),
    }),
  ];
}

function set(tex: string, source: string, view: EditorView, at: () => number | undefined): HTMLElement {
  const place = document.createElement("span");
  place.className = "formula";
  place.contentEditable = "false";
  place.addEventListener("mousedown", (event) => {
    const position = at();
    if (position === undefined || !view.editable) return;
    event.preventDefault();
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position + 1)));
    view.focus();
  });
  const root = createRoot(place);
  roots.set(place, root);
  const value = { ...PLAIN, isStatic: false };
  root.render(
    createElement(ReadingContext, { value }, createElement(Maths, { tex, source, isBlock: false })),
  );
  return place;
}
