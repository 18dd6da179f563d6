/** Focus and typewriter mode in the block surface. */
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { placeOf } from "../keys/place";
import { writing } from "../writing";
import { centre } from "./centre";
import "./modes.css";

interface Pointed {
  byPointer: boolean;
}

const key = new PluginKey<Pointed>("modes");

export function modesPlugin(): Plugin<Pointed> {
  return new Plugin<Pointed>({
    key,
    state: {
      init: () => ({ byPointer: false }),
      apply: (change, was) =>
        change.selectionSet || change.docChanged ? { byPointer: change.getMeta("pointer") === true } : was,
    },
    props: {
      decorations: (state) => (writing.get().isFocused ? near(state) : null),
      attributes: (): Record<string, string> => (writing.get().isFocused ? { class: "is-focus-mode" } : {}),
    },
    view: (view) => {
      const stop = writing.listen(() => view.isDestroyed || view.dispatch(view.state.tr.setMeta(key, true)));
      return { update: (shown, before) => follow(shown, before), destroy: stop };
    },
  });
}

function near(state: EditorState): DecorationSet {
  const place = placeOf(state);
  if (place === undefined) return DecorationSet.empty;
  const from = place.before + 1;
  const look = Decoration.node(from, from + place.content.nodeSize, { class: "is-near" });
  return DecorationSet.create(state.doc, [look]);
}

/** A click leaves the text where it is: it would go away from under the pointer. */
function follow(view: EditorView, before: EditorState): void {
  if (!writing.get().isTypewriter || !view.hasFocus()) return;
  if (view.state.selection.eq(before.selection) && view.state.doc.eq(before.doc)) return;
  if (key.getState(view.state)?.byPointer) return;
  requestAnimationFrame(() => {
    if (!view.isDestroyed) centre(view.dom as HTMLElement, view.coordsAtPos(view.state.selection.head));
  });
}
