/**
 * Where the text of a line begins: behind the bars of its quotes and the signs of its items. The signs hang before it, so
 * that it stays where it is when they come into sight, and the lines it wraps into begin below it.
 */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Line, Text } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { calloutOf } from "../../render/callouts";
import type { Ruler } from "./ruler";

/** How far a level leads in, in ems of note text. */
const ITEM = 1.5;
const QUOTE = 1;
const BAR = "3px 100%";
const WHOLE = "100% 100%";
/** Above what a callout has below its last line. */
const CODE_GROUND = "100% calc(100% - var(--raw-below, 0px))";
/** Of letters of code, in ems of note text. */
const CODE_SIZE = 0.875;

export interface Lead {
  /** Where the text begins. */
  column: number;
  /** How wide the signs before it are, in ems of the line. */
  back: number;
  bars: readonly Bar[];
  /** Whether the line has the ground of code. */
  isCode: boolean;
  /** Whether it is the first line of a callout. */
  isHead: boolean;
  /** Whether the ground of a callout that stands in no quote begins and ends with the line. */
  isFirst: boolean;
  isLast: boolean;
}

interface Bar {
  at: number;
  /** The look of a callout; absent for a quote. */
  look?: string;
}

/** Which signs the caret brings into sight. */
export interface Sight {
  isActive(from: number): boolean;
  isTouched(from: number, to: number): boolean;
}

const CODE = /^(?:FencedCode|CodeBlock)$/;
const MONO = /^(?:FencedCode|CodeBlock|Table|BlockMath)$/;

/** Null for a line that stands in nothing. `end` is where the last line ends of what is set in its place. */
export function leadOf(
  state: EditorState,
  line: Line,
  sight: Sight,
  ruler: Ruler,
  end = line.to,
): Lead | null {
  const around = containersOf(state, line);
  if (around.containers.length === 0 || (line.text.trim() === "" && !around.isMono)) return null;
  const reader = new Reader(state, line, sight, ruler, around.isMono);
  for (const container of around.containers) reader.enter(container);
  reader.rest(around.isCode);
  const { column, back, bars, isHead } = reader;
  const outer = bars[0]?.look === undefined ? undefined : around.containers.find(isQuote);
  const isFirst = outer !== undefined && outer.from >= line.from;
  const isLast = outer !== undefined && outer.to <= end;
  return { column, back, bars, isHead, isFirst, isLast, isCode: around.isCode };
}

const isQuote = ({ name }: SyntaxNode) => name === "Blockquote";

function containersOf(state: EditorState, line: Line) {
  const containers: SyntaxNode[] = [];
  let [isCode, isMono] = [false, false];
  const inner = syntaxTree(state).resolveInner(line.to, -1);
  for (let node: SyntaxNode | null = inner; node !== null; node = node.parent) {
    if (CODE.test(node.name)) isCode = true;
    if (MONO.test(node.name)) isMono = true;
    // Above an empty line, a container has its end there.
    const isAround = node.to > line.from || line.from === line.to;
    if (isAround && (isQuote(node) || node.name === "ListItem")) containers.unshift(node);
  }
  return { containers, isCode, isMono };
}

/** Goes from the outermost container of a line to the innermost, and over their signs in the line. */
class Reader {
  column = 0;
  back = 0;
  isHead = false;
  readonly bars: Bar[] = [];
  #at = 0;

  constructor(
    readonly state: EditorState,
    readonly line: Line,
    readonly sight: Sight,
    readonly ruler: Ruler,
    readonly isMono: boolean,
  ) {}

  enter(container: SyntaxNode): void {
    if (isQuote(container)) this.#quote(container);
    else this.#item(container);
  }

  /** Blanks before the text, which are text in code. */
  rest(isCode: boolean): void {
    if (!isCode) this.#shown(this.#take(/^[ \t]+/));
  }

  #quote(quote: SyntaxNode): void {
    const { doc } = this.state;
    const look = calloutAt(doc, quote)?.look;
    this.bars.push(look === undefined ? { at: this.column } : { at: this.column, look });
    this.isHead = look !== undefined && quote.from >= this.line.from;
    this.column += QUOTE;
    const signs = this.#take(/^[ \t]{0,3}>[ \t]?/);
    this.#shown(
      this.sight.isActive(this.line.from) ? signs : signs.slice(0, Math.max(0, signs.indexOf(">"))),
    );
  }

  #item(item: SyntaxNode): void {
    const mark = item.getChild("ListMark");
    if (mark === null) return;
    const { doc } = this.state;
    const first = doc.lineAt(mark.from);
    const gap = /^[ \t]*/.exec(first.text.slice(mark.to - first.from))?.[0] ?? "";
    const task = item.getChild("Task")?.getChild("TaskMarker");
    const said = doc.sliceString(mark.from, mark.to);
    const signs = task ? " " : /\d/.test(said) ? `${said} ` : "• ";
    const marker = (task ? this.ruler.tick : 0) + this.ruler.text(evened(signs));
    this.column += Math.max(ITEM, marker);
    if (first.number !== this.line.number) {
      const behind = mark.to - first.from + gap.length - this.#at;
      this.#shown(this.#take(new RegExp(`^[ \\t]{0,${Math.max(0, behind)}}`)));
      return;
    }
    this.#shown(this.#take(/^[ \t]*/));
    this.#marker(mark, task ?? null, gap);
  }

  #marker(mark: SyntaxNode, task: SyntaxNode | null, gap: string): void {
    const { from, to } = mark;
    const said = this.#take(/^(?:[-*+]|\d{1,9}[.)])/);
    const isTouched = this.sight.isTouched(from, task?.to ?? to);
    this.#take(/^[ \t]*/);
    if (task === null) {
      this.#shown((isTouched || /\d/.test(said) ? said : "•") + gap);
      return;
    }
    const box = this.#take(/^\[[ xX]\]/);
    if (isTouched) this.#shown(said + gap + box);
    else this.back += this.ruler.tick;
  }

  #take(pattern: RegExp): string {
    const found = pattern.exec(this.line.text.slice(this.#at))?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #shown(said: string): void {
    this.back += this.#width(said);
  }

  #width(signs: string): number {
    const said = evened(signs);
    return this.isMono ? this.ruler.code(said) : this.ruler.text(said);
  }
}

/**
 * How far a quote's sign is drawn from where it stands, in ems of its line: in the middle between its bar and what comes
 * next. Signs that hang lie on bars otherwise, as they are narrower than a level. The text stays where it is.
 */
export function besideBar(state: EditorState, at: number, ruler: Ruler): number {
  const line = state.doc.lineAt(at);
  const { isMono } = containersOf(state, line);
  const width = (said: string) => (isMono ? ruler.code(said) : ruler.text(said));
  const level = isMono ? QUOTE / CODE_SIZE : QUOTE;
  const signs = /^(?:[ \t]{0,3}>[ \t]?)+/.exec(line.text.slice(at - line.from))?.[0] ?? "";
  const inside = signs.split(">").length - 1;
  return rounded((level - width(">")) / 2 - (inside * level - width(signs)));
}

/** All digits of a number are as wide as its noughts. */
const evened = (signs: string): string => signs.replace(/\d/g, "0");

/** The head of a callout and where it begins; null for a quote that is none. */
export function calloutAt(doc: Text, quote: { from: number }) {
  const line = doc.lineAt(quote.from);
  const text = line.text.slice(quote.from - line.from).replace(/^>[ \t]?/, "");
  const callout = calloutOf([{ type: "text", text, styles: {} }]);
  return callout && { ...callout, text, start: line.to - text.length };
}

export interface Attributes extends Record<string, string> {
  class: string;
  style: string;
}

export const isSameAround = (one: Attributes | null, other: Attributes | null): boolean =>
  one?.style === other?.style && one?.class === other?.class;

/** What stands in the place of lines, led in as they are. */
export function within(around: Attributes | null, inner: HTMLElement): HTMLElement {
  if (around === null) return inner;
  const outer = document.createElement("div");
  outer.className = around.class;
  outer.style.cssText = around.style;
  if (around["data-look"] !== undefined) outer.dataset.look = around["data-look"];
  outer.append(inner);
  return outer;
}

/** What a line, or what stands in its place, looks like. */
export function attributesOf(lead: Lead): Attributes {
  const innermost = lead.bars.at(-1);
  const look = lead.bars.findLast((bar) => bar.look !== undefined)?.look;
  const classes = ["raw-lead"];
  if (innermost) classes.push(innermost.look === undefined ? "raw-line-quote" : "raw-line-callout");
  if (lead.isHead) classes.push("is-head");
  if (lead.isFirst) classes.push("raw-callout-first");
  if (lead.isLast) classes.push("raw-callout-last");
  return {
    class: classes.join(" "),
    style: `--raw-lead: ${rounded(lead.column)}; --raw-back: ${rounded(lead.back)}; ${grounds(lead)}`,
    ...(look !== undefined && { "data-look": look }),
  };
}

/**
 * The bars of quotes and the grounds of code and callouts as layers: each begins at its own level, at the side where the
 * line begins.
 */
function grounds({ bars, isCode, column }: Lead): string {
  const layers: { colour: string; at: number; size: string }[] = [];
  for (const { at, look } of bars)
    if (look === undefined) layers.push({ colour: "var(--line-strong)", at, size: BAR });
  if (isCode) layers.push({ colour: "var(--paper-sunk)", at: column, size: CODE_GROUND });
  for (const { at, look } of bars)
    if (look !== undefined)
      layers.push({ colour: `color-mix(in oklch, var(--look-${look}) 8%, transparent)`, at, size: WHOLE });
  const all = (each: (layer: (typeof layers)[number]) => string) => layers.map(each).join(", ");
  if (layers.length === 0) return "";
  return [
    `background-image: ${all(({ colour }) => `linear-gradient(${colour}, ${colour})`)}`,
    `background-position: ${all(({ at }) => `var(--raw-side) calc(${rounded(at)} * var(--raw-em)) top 0`)}`,
    `background-size: ${all(({ size }) => size)}`,
  ].join("; ");
}

const rounded = (number: number): number => Math.round(number * 1000) / 1000;
