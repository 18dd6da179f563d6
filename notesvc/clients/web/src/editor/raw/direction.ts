/** Each line of the raw surface runs in the direction of its own first letter, and a table as its first row does. */
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { directionOfText } from "../../render/headings";

const LINES = Object.fromEntries(
  ["auto", "ltr", "rtl"].map((dir) => [dir, Decoration.line({ attributes: { dir } })]),
);
/** What tables may stand in. */
const OUTER = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem)$/;

interface Table {
  from: number;
  to: number;
  dir: string;
}

function shown(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    const tables = tablesIn(view.state, from, to);
    eachLine(view.state, from, to, (at) => {
      const table = tables.find((each) => each.from <= at && at <= each.to);
      found.add(at, at, LINES[table?.dir ?? "auto"] as Decoration);
    });
  }
  return found.finish();
}

function tablesIn(state: EditorState, from: number, to: number): Table[] {
  const tables: Table[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, from: start, to: end }) => {
      if (name === "Table") tables.push(tableAt(state, start, end));
      return OUTER.test(name);
    },
  });
  return tables;
}

function tableAt({ doc }: EditorState, start: number, to: number): Table {
  const { from, text } = doc.lineAt(start);
  return { from, to, dir: directionOfText(text) ?? "auto" };
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
      const isRead = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || isRead) this.decorations = shown(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const direction: Extension = [EditorView.perLineTextDirection.of(true), eachByItself];
