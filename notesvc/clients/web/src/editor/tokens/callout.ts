/** The head of a callout: its kind to choose in place of `[!note]`, which stays in the text as it is written. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, type EditorView } from "@tiptap/pm/view";
import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { t } from "../../i18n";
import { capital, ICONS } from "../../render/Callout";
import { type CalloutHead, calloutOf, KINDS } from "../../render/callouts";
import { turn } from "./folding";

/** The head of a quote that is a callout. */
export function headOf(quote: Node): CalloutHead | null {
  const first = quote.firstChild;
  if (quote.type.name !== "quote" || !first?.isText || first.marks.length > 0) return null;
  return calloutOf([{ type: "text", text: first.text ?? "", styles: {} }]);
}

/** What a callout looks like whose text begins at `start`. */
export function calloutLook(quote: Node, start: number): Decoration[] {
  const head = headOf(quote);
  if (head === null) return [];
  const from = start + head.length;
  const to = start + firstLine(quote);
  const found = [
    Decoration.node(start - 1, start + quote.nodeSize - 1, {
      "data-callout": head.look,
      ...(head.fold !== "" && { "data-fold": head.fold }),
    }),
    // With a direction of its own, what is hidden does not decide on that of the block.
    Decoration.inline(start, from, { class: "callout-source", dir: "ltr" }),
    // Behind what is hidden: a caret that the browser puts into it is lost, and the next letter begins the note.
    Decoration.widget(from, (view, at) => choice(head, from === to, view, at), {
      key: `callout ${head.kind} ${head.length} ${from === to}`,
      side: -1,
      ignoreSelection: true,
      stopEvent: () => true,
      destroy: (place) => setTimeout(() => roots.get(place)?.unmount()),
    }),
  ];
  if (from < to) found.push(Decoration.inline(from, to, { class: "callout-said" }));
  if (head.fold !== "")
    found.push(
      Decoration.widget(start, (view, at) => arrow(head, view, at), {
        key: `callout-fold ${head.fold}`,
        side: -1,
        ignoreSelection: true,
        stopEvent: () => true,
      }),
    );
  return found;
}

function firstLine(quote: Node): number {
  let end = quote.content.size;
  quote.forEach((child, offset) => {
    if (child.type.name === "hardBreak") end = Math.min(end, offset);
  });
  return end;
}

const roots = new WeakMap<globalThis.Node, Root>();

/** The icon and the name of the kind, over which another is chosen; the name steps back where there is a title. */
function choice(head: CalloutHead, isBare: boolean, view: EditorView, at: () => number | undefined) {
  const place = document.createElement("span");
  place.className = isBare ? "callout-kind" : "callout-kind is-titled";
  place.contentEditable = "false";
  const icon = place.appendChild(document.createElement("span"));
  const root = createRoot(icon);
  roots.set(place, root);
  root.render(createElement(ICONS[head.look], { size: 18, stroke: 1.7, "aria-hidden": true }));
  const select = place.appendChild(document.createElement("select"));
  select.setAttribute("aria-label", t("editor.callout.kind"));
  select.disabled = !view.editable;
  if (!isBare) select.dir = "auto";
  const kinds: string[] = [...KINDS];
  if (!kinds.includes(head.kind)) kinds.unshift(head.kind);
  for (const kind of kinds) select.add(new Option(nameOf(kind), kind, false, kind === head.kind));
  select.add(new Option(t("editor.callout.none"), ""));
  select.addEventListener("change", () => change(view, at(), head, select.value));
  return place;
}

/** What folds and unfolds the body; the note keeps how it opens. */
function arrow(head: CalloutHead, view: EditorView, at: () => number | undefined): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "callout-fold";
  button.contentEditable = "false";
  button.setAttribute("aria-label", t("editor.callout.fold"));
  button.setAttribute("aria-expanded", String(head.fold === "+"));
  button.addEventListener("click", () => {
    const start = at();
    if (start !== undefined) turn(view, start - 1);
  });
  return button;
}

const nameOf = (kind: string) =>
  (KINDS as readonly string[]).includes(kind)
    ? t(`editor.callout.kinds.${kind as (typeof KINDS)[number]}`)
    : capital(kind);

function change(view: EditorView, from: number | undefined, head: CalloutHead, kind: string): void {
  if (from === undefined) return;
  const { tr } = view.state;
  const start = from - head.length;
  const written = /[^|\]]*/.exec(tr.doc.textBetween(start + 2, from))?.[0] ?? "";
  if (kind === "") tr.delete(start, from);
  else tr.insertText(kind, start + 2, start + 2 + written.length);
  view.dispatch(tr);
  view.focus();
}

/** The callout around the caret: where its text begins, and where its head ends. */
function around({ selection }: EditorState): { start: number; end: number } | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const head = headOf(selection.$from.parent);
  const start = selection.$from.start();
  return head && { start, end: start + head.length };
}

/** The caret is never in the head, which nobody sees; keys treat it as one. */
export const calloutPlugin = () =>
  new Plugin({
    appendTransaction(_changes, _before, state): Transaction | null {
      const callout = around(state);
      if (callout === null || state.selection.from >= callout.end) return null;
      return state.tr.setSelection(TextSelection.create(state.doc, callout.end));
    },
    props: {
      handleKeyDown(view, event) {
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
        const callout = around(view.state);
        if (!isPlain || callout === null || view.state.selection.from !== callout.end) return false;
        if (event.key === "Backspace") view.dispatch(view.state.tr.delete(callout.start, callout.end));
        else if (event.key === "ArrowLeft") leave(view, callout.start);
        else return false;
        return true;
      },
    },
  });

function leave(view: EditorView, start: number): void {
  const before = Selection.findFrom(view.state.doc.resolve(view.state.doc.resolve(start).before()), -1);
  if (before !== null) view.dispatch(view.state.tr.setSelection(before).scrollIntoView());
}
