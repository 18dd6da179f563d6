/** Marks the blocks that the service does not accept, and leads to them. */
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import type { NoteEditor } from "../blocks/schema";

const key = new PluginKey<readonly string[]>("refused");

export function refusedPlugin(): Plugin {
  return new Plugin<readonly string[]>({
    key,
    state: {
      init: () => [],
      apply: (change, ids) => (change.getMeta(key) as readonly string[] | undefined) ?? ids,
    },
    props: {
      decorations(state) {
        const ids = key.getState(state) ?? [];
        if (ids.length === 0) return null;
        const marks: Decoration[] = [];
        state.doc.descendants((node, at) => {
          if (node.type.name === "blockContainer" && ids.includes(String(node.attrs.id)))
            marks.push(Decoration.node(at, at + node.nodeSize, { class: "is-refused" }));
          return !node.isTextblock;
        });
        return DecorationSet.create(state.doc, marks);
      },
    },
  });
}

export function markRefused(view: EditorView, ids: readonly string[]): void {
  if ((key.getState(view.state) ?? []).join() !== ids.join()) view.dispatch(view.state.tr.setMeta(key, ids));
}

/** Bring the block into view, with the caret in it. */
export function showBlock(editor: NoteEditor, id: string): void {
  if (editor.getBlock(id) === undefined) return;
  editor.setTextCursorPosition(id, "end");
  editor.focus();
  editor.domElement?.querySelector(`[data-id="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "center" });
}
