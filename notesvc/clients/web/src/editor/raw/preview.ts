/** Shows markdown as what it means while it stays what it is: signs are out of sight but where the caret is. */
import { syntaxTree } from "@codemirror/language";
import { searchPanelOpen } from "@codemirror/search";
import { type EditorState, type Extension, type Range, StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNodeRef } from "@lezer/common";
import { blockIdOf } from "../../render/blockIds";
import { isDrawing } from "../../render/Media";
import { CalloutIcon } from "./calloutIcon";
import { codeColours } from "./code";
import { Embedded, embedded, embedsIn, noteOf } from "./embeds";
import { inlineFormula, peopleChanged } from "./formulas";
import { attributesOf, besideBar, calloutAt, leadOf } from "./leads";
import { type Ruler, roughly, ViewRuler } from "./ruler";
import { scriptsOnLine } from "./scripts";
import { setBlocks } from "./setBlocks";
import { Picture, Point, Tick } from "./widgets";

/** Signs that go out of sight where the caret is not. */
const HIDDEN = new Set(["EmphasisMark", "StrikethroughMark", "HighlightMark", "Escape"]);
const HEADING = /^(?:ATX|Setext)Heading([1-6])$/;

const hidden = Decoration.replace({});
const faint = Decoration.mark({ class: "raw-sign" });
const blockId = Decoration.mark({ class: "block-id" });
/** What is in no language is not checked for its spelling. */
const unspelt = { attributes: { spellcheck: "false" } };
const marked = (kind: string, more = {}) => Decoration.mark({ class: `raw-${kind}`, ...more });
const STYLED: Record<string, Decoration> = {
  InlineCode: marked("code", unspelt),
  Highlight: marked("highlight"),
};
const lineOf = (kind: string, more = {}) => Decoration.line({ class: `raw-line-${kind}`, ...more });
const LINES = {
  code: lineOf("code", unspelt),
  codeFirst: lineOf("code-first"),
  codeLast: lineOf("code-last"),
  table: lineOf("table"),
  rule: lineOf("rule"),
  done: lineOf("done"),
  maths: lineOf("maths", unspelt),
  front: lineOf("front", unspelt),
};
const WIKI = /(?<!!)\[\[([^[\]\n|]+)(\|[^[\]\n]*)?\]\]/g;

type Shown = Range<Decoration>[];

class Look {
  readonly shown: Shown = [];
  readonly #active: readonly { from: number; to: number }[];

  constructor(
    readonly state: EditorState,
    hasCaret: boolean,
    readonly ruler: Ruler,
  ) {
    this.#active = hasCaret ? state.selection.ranges : [];
  }

  /** Whether the caret, or the selection, is on one of these lines. */
  isActive(from: number, to = from): boolean {
    const { doc } = this.state;
    const [start, end] = [doc.lineAt(from).from, doc.lineAt(to).to];
    return this.#active.some((range) => range.from <= end && range.to >= start);
  }

  isTouched = (from: number, to: number): boolean =>
    this.#active.some((range) => range.from <= to && range.to >= from);

  add(decoration: Decoration, from: number, to = from): void {
    // What is out of sight never holds the end of a line.
    if (decoration === hidden && this.state.doc.lineAt(from).to < to) return;
    if (from < to || decoration.spec.widget !== undefined) this.shown.push(decoration.range(from, to));
  }

  line(decoration: Decoration, at: number): void {
    this.shown.push(decoration.range(this.state.doc.lineAt(at).from));
  }

  /** A sign: in sight, but stepped back, where the caret is. */
  sign(from: number, to: number): void {
    this.add(this.isActive(from, to) ? faint : hidden, from, to);
  }
}

/** What is shown of the parts of the text that are in view. */
export function decorated(
  state: EditorState,
  ranges: readonly { from: number; to: number }[],
  hasCaret: boolean,
  ruler: Ruler = roughly,
) {
  const look = new Look(state, hasCaret, ruler);
  for (const { from, to } of ranges) {
    leads(look, from, to, ruler);
    syntaxTree(state).iterate({ from, to, enter: (node) => showNode(look, node, from, to) });
    embeds(look, from, to);
    wikiLinks(look, from, to);
    scripts(look, from, to);
    blockIds(look, from, to);
  }
  return look.shown;
}

type Show = (look: Look, node: SyntaxNodeRef, from: number, to: number) => void;

function showNode(look: Look, node: SyntaxNodeRef, from: number, to: number): void {
  const heading = HEADING.exec(node.name)?.[1];
  if (heading !== undefined) eachLine(look, node, from, to, () => [lineOf(`h${heading}`)]);
  else if (HIDDEN.has(node.name)) escapeOrSign(look, node);
  else if (STYLED[node.name]) look.add(STYLED[node.name] as Decoration, node.from, node.to);
  else SHOWN[node.name]?.(look, node, from, to);
}

const fade: Show = (look, node) => look.add(faint, node.from, node.to);

const SHOWN: Record<string, Show> = {
  HeaderMark: (look, node) => headerMark(look, node),
  CodeMark: (look, node) => {
    if (node.node.parent?.name === "InlineCode") look.sign(node.from, node.to);
    else look.add(faint, node.from, node.to);
  },
  FencedCode: (...of) => code(...of),
  CodeBlock: (...of) => code(...of),
  Blockquote: (look, node, from) => {
    if (node.from >= from) calloutHead(look, node);
  },
  QuoteMark: (look, node) => quoteMark(look, node),
  ListItem: (look, node) => item(look, node),
  Table: (look, node, from, to) => eachLine(look, node, from, to, () => [LINES.table]),
  HorizontalRule: (look, node) => rule(look, node),
  Link: (look, node) => link(look, node),
  Image: (look, node) => link(look, node),
  BlockMath: (look, node, from, to) => eachLine(look, node, from, to, () => [LINES.maths]),
  InlineMath: (look, { from, to }) => {
    const formula = look.isTouched(from, to) ? null : inlineFormula(look.state, from, to);
    if (formula !== null) look.add(formula, from, to);
  },
  FrontMatter: (look, node, from, to) => eachLine(look, node, from, to, () => [LINES.front]),
  Comment: fade,
  CommentBlock: fade,
};

function escapeOrSign(look: Look, node: SyntaxNodeRef): void {
  if (node.name === "Escape") look.sign(node.from, node.from + 1);
  else look.sign(node.from, node.to);
}

/** With the blank that parts it from the words; below a heading the line of signs stays. */
function headerMark(look: Look, node: SyntaxNodeRef): void {
  const isAbove = node.node.parent?.name.startsWith("Setext");
  if (isAbove) {
    look.add(faint, node.from, node.to);
    return;
  }
  const { doc } = look.state;
  const behind = /^[ \t]*/.exec(doc.sliceString(node.to, node.to + 4))?.[0].length ?? 0;
  look.sign(node.from, node.to + behind);
}

function eachLine(
  look: Look,
  node: { from: number; to: number },
  from: number,
  to: number,
  looks: (at: number, isFirst: boolean, isLast: boolean) => Decoration[],
): void {
  const { doc } = look.state;
  const [first, last] = [doc.lineAt(node.from).number, doc.lineAt(node.to).number];
  const [start, end] = [
    doc.lineAt(Math.max(from, node.from)).number,
    doc.lineAt(Math.min(to, node.to)).number,
  ];
  for (let number = start; number <= end; number++) {
    const at = doc.line(number).from;
    for (const decoration of looks(at, number === first, number === last)) look.line(decoration, at);
  }
}

function code(look: Look, node: SyntaxNodeRef, from: number, to: number): void {
  eachLine(look, node, from, to, (_, isFirst, isLast) => [
    LINES.code,
    ...(isFirst ? [LINES.codeFirst] : []),
    ...(isLast ? [LINES.codeLast] : []),
  ]);
}

/** A callout has the colour of its kind, whose name stands for the title where there is none. */
function calloutHead(look: Look, node: SyntaxNodeRef): void {
  const callout = calloutAt(look.state.doc, node);
  if (callout === null) return;
  const { start, text, title, length } = callout;
  if (look.isActive(start)) {
    if (title.length > 0) look.add(faint, start, start + length);
    return;
  }
  const icon = Decoration.replace({ widget: new CalloutIcon(callout.look) });
  const kind = text.indexOf("]");
  look.add(icon, start, start + (title.length > 0 ? length : 2));
  if (title.length > 0) return;
  look.add(marked("kind"), start + 2, start + kind);
  look.add(hidden, start + kind, start + length);
}

const known = new Map<string, Decoration>();

/** How far each line is led in, by its lists and quotes. */
function leads(look: Look, from: number, to: number, ruler: Ruler): void {
  const { doc } = look.state;
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    const lead = leadOf(look.state, line, look, ruler);
    if (lead !== null) {
      const attributes = attributesOf(lead);
      const key = Object.values(attributes).join("\n");
      const decoration = known.get(key) ?? Decoration.line({ attributes });
      known.set(key, decoration);
      look.line(decoration, line.from);
    }
    if (line.to >= to || line.number === doc.lines) return;
  }
}

function quoteMark(look: Look, node: SyntaxNodeRef): void {
  const { doc } = look.state;
  const isSpaced = /[ \t]/.test(doc.sliceString(node.to, node.to + 1));
  const end = node.to + (isSpaced ? 1 : 0);
  if (!look.isActive(node.from)) look.add(hidden, node.from, end);
  else {
    const style = `--raw-beside: ${besideBar(look.state, node.from, look.ruler)}`;
    look.add(Decoration.mark({ class: "raw-sign raw-quote-sign", attributes: { style } }), node.from, end);
  }
}

function item(look: Look, node: SyntaxNodeRef): void {
  const mark = node.node.getChild("ListMark");
  if (mark === null) return;
  const task = node.node.getChild("Task")?.getChild("TaskMarker");
  if (task) {
    const isDone = /x/i.test(look.state.sliceDoc(task.from, task.to));
    if (isDone) look.line(LINES.done, mark.from);
    if (!look.isTouched(mark.from, task.to)) {
      look.add(hidden, mark.from, task.from);
      look.add(Decoration.replace({ widget: new Tick(isDone, look.state.readOnly) }), task.from, task.to);
      return;
    }
    look.add(faint, task.from, task.to);
  }
  const isPoint = /^[-*+]$/.test(look.state.sliceDoc(mark.from, mark.to));
  if (isPoint && !look.isTouched(mark.from, task?.to ?? mark.to))
    look.add(Decoration.replace({ widget: new Point() }), mark.from, mark.to);
  else look.add(marked("item"), mark.from, mark.to);
}

function rule(look: Look, node: SyntaxNodeRef): void {
  if (look.isActive(node.from)) look.add(faint, node.from, node.to);
  else {
    look.line(LINES.rule, node.from);
    look.add(hidden, node.from, node.to);
  }
}

/** Of a link the words stay. */
function link(look: Look, node: SyntaxNodeRef): void {
  const marks = node.node.getChildren("LinkMark");
  const [open, close] = marks;
  const url = node.node.getChild("URL");
  if (!open || !close || !url || close.from <= open.to) return;
  const address = look.state.sliceDoc(url.from, url.to).replace(/^<|>$/g, "");
  if (node.name === "Image") {
    picture(look, node, address, look.state.sliceDoc(open.to, close.from));
    return;
  }
  look.sign(open.from, open.to);
  look.sign(close.from, node.to);
  look.add(Decoration.mark({ class: "raw-words", attributes: { title: address } }), open.to, close.from);
}

/**
 * In its place, or below its line where the caret is in that. Only those of this service: what lies elsewhere is not asked
 * for while somebody writes.
 */
function picture(look: Look, { from, to }: SyntaxNodeRef, address: string, label: string): void {
  const isOwn = /^\/files\/[\w./-]+$/.test(address);
  const [name = "", width] = label.split(/\|(?=\d{1,4}$)/);
  // What is drawn in an SVG is no file that a page may show as it is.
  const widget = isDrawing(address)
    ? new Embedded(look.state.sliceDoc(from, to), look.state.facet(noteOf), true)
    : new Picture(address, name, width === undefined ? null : Number(width));
  const end = look.state.doc.lineAt(to).to;
  if (isOwn && !look.isActive(from, to) && look.state.doc.lineAt(from).to === end) {
    look.add(Decoration.replace({ widget }), from, to);
    return;
  }
  if (isOwn) look.add(Decoration.widget({ widget, side: 1 }), end);
  look.add(faint, from, to);
}

/** Other notes and files, in the place of their source; below it where the caret is in its line. */
function embeds(look: Look, from: number, to: number): void {
  const { doc } = look.state;
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at);
    if (line.length < 20_000 && line.text.includes("![["))
      for (const each of embedsIn(line.text)) {
        const start = line.from + each.at;
        if (isCode(look.state, start + 1)) continue;
        const { there, below } = embedded(look.state, each.source, each.isInline);
        if (!look.isActive(start)) look.add(there, start, start + each.source.length);
        else if (!each.isInline) look.add(below, line.to);
      }
    at = line.to + 1;
  }
}

/** Of `[[title|words]]` the words stay, of `[[title]]` the title. */
function wikiLinks(look: Look, from: number, to: number): void {
  const { doc } = look.state;
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at);
    if (line.length < 20_000 && line.text.includes("[["))
      for (const { index, 0: whole, 1: title = "", 2: alias } of line.text.matchAll(WIKI)) {
        const start = line.from + index;
        if (isCode(look.state, start + 1)) continue;
        const words = start + 2 + (alias === undefined || alias === "|" ? 0 : title.length + 1);
        look.sign(start, words);
        look.sign(start + whole.length - 2 - (alias === "|" ? 1 : 0), start + whole.length);
        const attributes = { title: title.trim() };
        look.add(Decoration.mark({ class: "raw-words", attributes }), words, start + whole.length - 2);
      }
    at = line.to + 1;
  }
}

/** Words below or above the line; their tags are signs. */
function scripts(look: Look, from: number, to: number): void {
  for (let at = from; at <= to; ) {
    for (const each of scriptsOnLine(look.state, at)) {
      if (isCode(look.state, each.from + 1)) continue;
      look.sign(each.from, each.start);
      look.add(marked(each.tag), each.start, each.end);
      look.sign(each.end, each.to);
    }
    at = look.state.doc.lineAt(at).to + 1;
  }
}

/** An id at the end of a line steps back. */
function blockIds(look: Look, from: number, to: number): void {
  for (let at = from; at <= to; ) {
    const line = look.state.doc.lineAt(at);
    const found = line.length < 20_000 ? blockIdOf(line.text) : null;
    const start = line.from + (found?.start ?? 0);
    if (found && !isCode(look.state, start)) look.add(blockId, start, line.to);
    at = line.to + 1;
  }
}

function isCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1); node.parent; node = node.parent)
    if (/Code|Comment|Math|FrontMatter/.test(node.name)) return true;
  return false;
}

/** The pointer was let go: lines may change their look again. */
const released = StateEffect.define<null>();

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    #isPressed = false;
    readonly #ruler = new ViewRuler();
    readonly #release: () => void;

    constructor(view: EditorView) {
      this.decorations = this.#look(view);
      this.#release = () => {
        if (!this.#isPressed) return;
        this.#isPressed = false;
        view.dispatch({ effects: released.of(null) });
      };
      document.addEventListener("mouseup", this.#release);
    }

    update(update: ViewUpdate): void {
      const isLater = update.transactions.some((each) =>
        each.effects.some((effect) => effect.is(released) || effect.is(peopleChanged)),
      );
      const isRead = syntaxTree(update.startState) !== syntaxTree(update.state);
      const isMoved = (update.selectionSet || update.focusChanged) && !this.#isPressed;
      const isOther = update.geometryChanged && this.#ruler.isOther(update.view);
      if (update.docChanged || update.viewportChanged || isRead || isLater || isMoved || isOther)
        this.decorations = this.#look(update.view);
    }

    /** Signs that come into sight would move the words from under the pointer. */
    press(): void {
      this.#isPressed = true;
    }

    destroy(): void {
      document.removeEventListener("mouseup", this.#release);
    }

    #look(view: EditorView): DecorationSet {
      // What is found must be in sight, too.
      const isLive = view.hasFocus || searchPanelOpen(view.state);
      return Decoration.set(decorated(view.state, view.visibleRanges, isLive, this.#ruler), true);
    }
  },
  {
    decorations: (each) => each.decorations,
    eventHandlers: {
      mousedown(event) {
        if (event.button === 0) this.press();
      },
    },
  },
);

export const preview: Extension = [
  plugin,
  codeColours,
  setBlocks,
  EditorView.editorAttributes.of({ class: "is-preview" }),
];
