/** What an item of a list is in a line of markdown, and the numbers of its neighbours. */
import type { ChangeSpec, Line, Text } from "@codemirror/state";

export interface Item {
  /** The signs of the quotes around it. */
  quote: string;
  indent: string;
  marker: string;
  /** The blanks behind the marker. */
  gap: string;
  task: boolean;
  /** Where its words begin in the line. */
  start: number;
}

interface Placed {
  line: number;
  item: Item;
}

const QUOTE = /^(?:[ \t]{0,3}>[ \t]?)*/;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?/;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/** The signs of the quotes that a line stands in. */
export const linePrefix = (text: string): string => QUOTE.exec(text)?.[0] ?? "";

export function itemOf(text: string): Item | null {
  const quote = linePrefix(text);
  const rest = text.slice(quote.length);
  const found = ITEM.exec(rest);
  if (found === null || RULE.test(rest)) return null;
  const [whole, indent = "", marker = "", gap = "", task] = found;
  return { quote, indent, marker, gap, task: task !== undefined, start: quote.length + whole.length };
}

/** The blanks that a text begins with. */
export const blanksOf = (text: string): string => /^[ \t]*/.exec(text)?.[0] ?? "";

/** How far to the right blanks lead; a tab to the next multiple of four. */
export function columns(blanks: string): number {
  let at = 0;
  for (const sign of blanks) at += sign === "\t" ? 4 - (at % 4) : 1;
  return at;
}

/** The item on a line; null: the line is none but may stand in a list; "end": no list goes beyond it. */
export function itemAt(doc: Text, number: number): Item | null | "end" {
  const { text } = doc.line(number);
  const item = itemOf(text);
  if (item !== null) return item;
  const rest = text.slice(linePrefix(text).length);
  return rest === "" || /^[ \t]/.test(rest) ? null : "end";
}

/** The item that this one is below. */
export function parentOf(doc: Text, number: number, item: Item): Placed | null {
  const own = columns(item.indent);
  for (let at = number - 1; at >= 1 && own > 0; at--) {
    const before = itemAt(doc, at);
    if (before === "end") return null;
    if (before !== null && columns(before.indent) < own) return { line: at, item: before };
  }
  return null;
}

/** The sign of the item that comes next; where all have the same number, that one. */
export function nextNumber(doc: Text, number: number, item: Item): string {
  const value = numberOf(item);
  if (value === null) return item.marker;
  return `${isUniform(doc, number, item) ? value : value + 1}${item.marker.slice(-1)}`;
}

export const numberOf = ({ marker }: Item): number | null =>
  /^\d/.test(marker) ? Number.parseInt(marker, 10) : null;

const isSibling = (one: Item, other: Item): boolean =>
  columns(one.indent) === columns(other.indent) && kindOf(one) === kindOf(other);

const kindOf = ({ marker }: Item): string => (/^\d/.test(marker) ? marker.slice(-1) : "");

/** Whether the item and one beside it have the same number: such a list is numbered by whoever shows it. */
function isUniform(doc: Text, number: number, item: Item): boolean {
  const beside = [neighbour(doc, number, item, -1), neighbour(doc, number, item, 1)];
  return beside.some((other) => other !== null && numberOf(other.item) === numberOf(item));
}

function neighbour(doc: Text, number: number, item: Item, step: 1 | -1): Placed | null {
  for (let at = number + step; at >= 1 && at <= doc.lines; at += step) {
    const other = itemAt(doc, at);
    if (other === "end") return null;
    if (other === null || columns(other.indent) > columns(item.indent)) continue;
    return isSibling(other, item) ? { line: at, item: other } : null;
  }
  return null;
}

/** Has these lines begin a list with their lowest number, where they begin one with another. */
export function begunLowest(doc: Text, first: number, last: number): ChangeSpec[] {
  const item = itemOf(doc.line(first).text);
  const number = item && numberOf(item);
  if (item === null || number === null || neighbour(doc, first, item, -1) !== null) return [];
  let lowest = number;
  for (let at = first + 1; at <= last; at++) {
    const other = itemOf(doc.line(at).text);
    if (other !== null && isSibling(other, item)) lowest = Math.min(lowest, numberOf(other) ?? lowest);
  }
  return lowest < number ? [renumbering(doc, first, item, lowest)] : [];
}

/** Has the item behind a place begin its list with the number of the one that began it before. */
export function begunAs(doc: Text, at: number, before: Item): ChangeSpec[] {
  const { number, from, text } = doc.lineAt(at);
  const item = itemOf(text);
  if (item === null || from + item.start <= at) return [];
  const begins = isSibling(item, before) && neighbour(doc, number, item, -1) === null;
  return begins ? [renumbering(doc, number, item, numberOf(before) ?? 1)] : [];
}

interface Level {
  column: number;
  kind: string;
  number: number;
  isUniform: boolean;
}

/** The last line of what belongs to an item. */
export function lastOf(doc: Text, number: number, item: Item): number {
  let last = number;
  for (let at = number + 1; at <= doc.lines; at++) {
    const { text } = doc.line(at);
    const rest = text.slice(linePrefix(text).length);
    if (rest.trim() === "") continue;
    if (linePrefix(text) !== item.quote) break;
    if (columns(blanksOf(rest)) <= columns(item.indent)) break;
    last = at;
  }
  return last;
}

/** What opens or closes a fence of code on a line, behind the sign of an item. */
function fenceOf(text: string, item: Item | null | "end"): string {
  const said = text.slice(item === null || item === "end" ? linePrefix(text).length : item.start);
  return /^[ \t]*(`{3,}(?!.*`)|~{3,})/.exec(said)?.[1] ?? "";
}

/** The changes that number the lists around a line in order. `fresh`: lines that begin with 1 as the first of theirs. */
export function renumbered(doc: Text, around: number, fresh: ReadonlySet<number>): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  let levels: Level[] = [];
  let fence = "";
  for (let at = firstOf(doc, around); at <= doc.lines; at++) {
    const item = itemAt(doc, at);
    if (item === "end" && at > around) break;
    if (item === "end") levels = [];
    const sign = fenceOf(doc.line(at).text, item);
    const isCode = fence !== "";
    fence = isCode && sign.startsWith(fence) ? "" : fence || sign;
    if (isCode || item === null || item === "end") continue;
    const column = columns(item.indent);
    levels = levels.filter((level) => level.column <= column);
    const level = levels.find((each) => each.column === column);
    const number = numberOf(item);
    const wanted = expected(doc, at, item, level, fresh);
    if (number !== null && wanted !== number)
      changes.push(renumbering(doc, at, item, wanted), ...keptWithin(doc, at, item, `${wanted}.`.length));
    levels = levels.filter((each) => each.column < column);
    const isUniform = level?.kind === kindOf(item) ? level.isUniform : isAlike(doc, at, item, fresh);
    levels.push({ column, kind: kindOf(item), number: wanted, isUniform });
  }
  return changes;
}

/** What belongs to an item moves to the right where a longer sign would leave it outside. */
function keptWithin(doc: Text, at: number, item: Item, length: number): ChangeSpec[] {
  const longer = length - item.marker.length;
  const least = columns(item.indent) + item.marker.length + 1;
  const last = longer > 0 ? lastOf(doc, at, item) : at;
  const lines = [];
  for (let number = at + 1; number <= last; number++) {
    const { from, text } = doc.line(number);
    const prefix = linePrefix(text).length;
    const width = columns(blanksOf(text.slice(prefix)));
    if (text.length > prefix && width >= least) lines.push({ from: from + prefix, width });
  }
  if (!lines.some(({ width }) => width < least + longer)) return [];
  return lines.map(({ from }) => ({ from, insert: " ".repeat(longer) }));
}

function expected(
  doc: Text,
  at: number,
  item: Item,
  level: Level | undefined,
  fresh: ReadonlySet<number>,
): number {
  const number = numberOf(item) ?? 0;
  if (level?.kind === kindOf(item)) return level.isUniform ? number : level.number + 1;
  return fresh.has(at) && neighbour(doc, at, item, -1) === null ? 1 : number;
}

/** Whether the first two of a list have the same number, and had it before. */
function isAlike(doc: Text, at: number, item: Item, fresh: ReadonlySet<number>): boolean {
  const next = neighbour(doc, at, item, 1);
  if (next === null || fresh.has(at) || fresh.has(next.line)) return false;
  return numberOf(next.item) === numberOf(item);
}

/** Where the sign of an item on a line begins. */
export const signOf = (line: Line, item: Item): number => line.from + item.quote.length + item.indent.length;

/** The change that gives the item on a line this sign. */
export function signed(doc: Text, at: number, item: Item, sign: string): ChangeSpec {
  const from = signOf(doc.line(at), item);
  return { from, to: from + item.marker.length, insert: sign };
}

function renumbering(doc: Text, at: number, item: Item, number: number): ChangeSpec {
  const from = signOf(doc.line(at), item);
  return { from, to: from + item.marker.length - 1, insert: String(number) };
}

/** The first line of the lists around a line. */
function firstOf(doc: Text, around: number): number {
  let first = around;
  while (first > 1 && itemAt(doc, first - 1) !== "end") first--;
  return first;
}
