/** Keys of styles that the block editor has no key for, the same as in markdown. */
import type { NoteEditor } from "../blocks/schema";
import { scriptOfKey } from "../scriptKey";
import { script } from "./script";

const STYLES: Record<string, "strike" | "code"> = { x: "strike", e: "code" };

export function formatByKey(dom: HTMLElement, signal: AbortSignal, editor: () => NoteEditor): void {
  const press = (event: KeyboardEvent) => {
    const tag = scriptOfKey(event);
    if (tag !== undefined && editor().isEditable && script(editor().prosemirrorView, tag)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const style = STYLES[event.key.toLowerCase()];
    const isAsked = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
    if (style === undefined || !isAsked || event.isComposing || !editor().isEditable) return;
    event.preventDefault();
    event.stopPropagation();
    editor().toggleStyles({ [style]: true });
  };
  dom.addEventListener("keydown", press, { signal, capture: true });
}
