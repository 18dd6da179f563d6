/** The panel that finds in the raw surface. */
import { search, searchPanelOpen } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import "./find.css";
import { makeRoom } from "./room";

const room = ViewPlugin.fromClass(
  class {
    leave: (() => void) | undefined;

    constructor(private readonly view: EditorView) {}

    update({ state, startState }: ViewUpdate) {
      if (searchPanelOpen(state) === searchPanelOpen(startState)) return;
      if (searchPanelOpen(state)) queueMicrotask(() => this.come());
      else this.destroy();
    }

    come() {
      const panel = this.view.dom.querySelector<HTMLElement>(".cm-panels-top");
      if (panel) this.leave = makeRoom(panel);
    }

    destroy() {
      this.leave?.();
      this.leave = undefined;
    }
  },
);

/** The room goes first, while the panel is still there. */
export const findPanel: Extension = [
  room,
  search({ top: true, scrollToMatch: (match) => EditorView.scrollIntoView(match, { y: "center" }) }),
];
