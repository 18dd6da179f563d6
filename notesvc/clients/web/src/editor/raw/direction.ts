/** Each line of the raw surface runs in the direction of its own first letter. */
import { type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const AUTO = Decoration.line({ attributes: { dir: "auto" } });

function shown(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    eachLine(view.state, from, to, (at) => found.add(at, at, AUTO));
  return found.finish();
}

function eachLine({ doc }: EditorState, from: number, to: number, tell: (start: number) => void): void {
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    tell(line.from);
    if (line.to >= to || line.number === doc.lines) return;
  }
}

const eachByItself = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = shown(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = shown(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const direction: Extension = [EditorView.perLineTextDirection.of(true), eachByItself];
