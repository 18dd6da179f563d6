/** Keeps CodeMirror's text and the room's the same. CodeMirror knows one kind of line end; the room keeps each as it is. */
import { isolateHistory } from "@codemirror/commands";
import { Annotation, type ChangeSpec, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { UndoManager, type Text as YText, type YTextEvent } from "yjs";
import { difference, inShared, plain, usualEnd } from "./lines";

/** Marks what came from the room. */
export const fromRoom = Annotation.define<boolean>();

export function rawBinding(text: YText): Extension {
  const origin = {};
  const undo = new UndoManager(text, { trackedOrigins: new Set([origin]), captureTimeout: 500 });
  const bound = ViewPlugin.define((view) => new Binding(view, text, origin, undo));
  const step = (way: "undo" | "redo") => () => {
    undo[way]();
    return true;
  };
  return [
    bound,
    Prec.high(
      keymap.of([
        { key: "Mod-z", run: step("undo"), preventDefault: true },
        { key: "Mod-y", mac: "Mod-Shift-z", run: step("redo"), preventDefault: true },
        { key: "Mod-Shift-z", run: step("redo"), preventDefault: true },
      ]),
    ),
    EditorView.domEventHandlers({
      beforeinput: (event) => {
        if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return false;
        event.preventDefault();
        return step(event.inputType === "historyUndo" ? "undo" : "redo")();
      },
    }),
  ];
}

class Binding {
  constructor(
    private readonly view: EditorView,
    private readonly text: YText,
    private readonly origin: object,
    private readonly undo: UndoManager,
  ) {
    text.observe(this.#heard);
  }

  update(update: ViewUpdate): void {
    const isOwn = update.transactions.some((each) => each.docChanged && !each.annotation(fromRoom));
    if (!update.docChanged || !isOwn) return;
    const isAlone = update.transactions.some((each) => each.annotation(isolateHistory) === "full");
    if (isAlone) this.undo.stopCapturing();
    this.#write(update);
    if (isAlone) this.undo.stopCapturing();
  }

  destroy(): void {
    this.text.unobserve(this.#heard);
    this.undo.destroy();
  }

  #write({ changes }: ViewUpdate): void {
    const shared = this.text.toString();
    const end = usualEnd(shared);
    const place = inShared(shared);
    this.text.doc!.transact(() => {
      let moved = 0;
      changes.iterChanges((from, to, _from, _to, inserted) => {
        const [start, stop] = [place(from), place(to)];
        const words = inserted.toString().replaceAll("\n", end);
        if (stop > start) this.text.delete(start + moved, stop - start);
        if (words) this.text.insert(start + moved, words);
        moved += words.length - (stop - start);
      });
    }, this.origin);
  }

  readonly #heard = (event: YTextEvent, { origin }: { origin: unknown }): void => {
    if (origin === this.origin) return;
    const now = this.text.toString();
    const hasOther = now.includes("\r") || this.view.state.doc.length + lengthened(event) !== now.length;
    const changes = hasOther ? difference(this.view.state.doc.toString(), plain(now)) : changesOf(event);
    this.view.dispatch({ changes, annotations: fromRoom.of(true) });
  };
}

function lengthened({ changes }: YTextEvent): number {
  return changes.delta.reduce(
    (sum, { insert, delete: gone }) => sum + String(insert ?? "").length - (gone ?? 0),
    0,
  );
}

function changesOf(event: YTextEvent): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  let at = 0;
  for (const { retain, insert, delete: gone } of event.changes.delta) {
    if (insert !== undefined) changes.push({ from: at, insert: String(insert) });
    else if (gone !== undefined) {
      changes.push({ from: at, to: at + gone });
      at += gone;
    } else at += retain ?? 0;
  }
  return changes;
}
