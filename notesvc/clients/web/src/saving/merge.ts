/** Three-way merge of lists and of texts: what both sides left alone or only one side changed is settled. */
import { diffArrays } from "diff/lib/diff/array.js";

export type Stretch<T> = { settled: T[] } | { base: T[]; mine: T[]; theirs: T[] };

/** Milliseconds after which two texts count as too different to be merged without the person. */
const PATIENCE = 1_500;

/** The three lists laid beside each other; equality is that of the keys. Settled items are mine where both have them. */
export function threeWay<T>(base: T[], mine: T[], theirs: T[], key: (item: T) => string): Stretch<T>[] {
  const [b, m, t] = [base, mine, theirs].map((items) => items.map(key)) as [string[], string[], string[]];
  const inMine = partners(b, m);
  const inTheirs = partners(b, t);
  if (inMine === null || inTheirs === null) return [{ base, mine, theirs }];
  const stretches: Stretch<T>[] = [];
  let at = { b: 0, m: 0, t: 0 };
  const until = (end: { b: number; m: number; t: number }) => {
    const part = {
      base: base.slice(at.b, end.b),
      mine: mine.slice(at.m, end.m),
      theirs: theirs.slice(at.t, end.t),
    };
    push(stretches, settle(part, key));
    at = end;
  };
  for (let i = 0; i < b.length; i++) {
    const j = inMine[i]!;
    const k = inTheirs[i]!;
    if (j < 0 || k < 0) continue;
    until({ b: i, m: j, t: k });
    push(stretches, { settled: [mine[j]!] });
    at = { b: i + 1, m: j + 1, t: k + 1 };
  }
  until({ b: b.length, m: m.length, t: t.length });
  return stretches;
}

export interface MergedText {
  text: string;
  /** Whether both changed the same place; `text` then has mine and theirs one after the other. */
  isTorn: boolean;
}

/** Merge by lines, and by words where both changed the same lines. */
export function mergeText(base: string, mine: string, theirs: string): MergedText {
  if (mine === theirs || theirs === base) return { text: mine, isTorn: false };
  if (mine === base) return { text: theirs, isTorn: false };
  let isTorn = false;
  const parts = threeWay(lines(base), lines(mine), lines(theirs), (line) => line).map((stretch) => {
    if ("settled" in stretch) return stretch.settled.join("");
    const words = mergeWords(stretch.base.join(""), stretch.mine.join(""), stretch.theirs.join(""));
    if (words !== null) return words;
    isTorn = true;
    return both(stretch.mine.join(""), stretch.theirs.join(""));
  });
  return { text: parts.join(""), isTorn };
}

/** Merge by words; null where both changed the same ones, and one of them not by letters alone that were put in. */
export function mergeWords(base: string, mine: string, theirs: string): string | null {
  if (base === "") return null;
  const parts = threeWay(words(base), words(mine), words(theirs), (word) => word).map((part) =>
    "settled" in part
      ? part.settled.join("")
      : mergeLetters(part.base.join(""), part.mine.join(""), part.theirs.join("")),
  );
  return parts.includes(null) ? null : parts.join("");
}

/** Letters of both; more are a passage, and the person is asked where it belongs. */
const LONGEST_WRITTEN = 1_000;

/** Both put letters in and took none away: theirs stand before mine at the same place, as in a room. Else null. */
export function mergeLetters(base: string, mine: string, theirs: string): string | null {
  const isLong = mine.length + theirs.length > LONGEST_WRITTEN;
  if (isLong || base.includes("\n") || !isWithin(base, mine) || !isWithin(base, theirs)) return null;
  const letters = threeWay([...base], [...mine], [...theirs], (letter) => letter);
  return letters
    .map((part) => ("settled" in part ? part.settled : [...part.theirs, ...part.mine]).join(""))
    .join("");
}

/** Whether the letters stand in the text in this order. */
function isWithin(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (at < letters.length && letters.startsWith(letter, at)) at += letter.length;
  return at === letters.length;
}

export const words = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[\s\S]/gu) ?? [];

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

function both(mine: string, theirs: string): string {
  return mine && theirs && !mine.endsWith("\n") ? `${mine}\n${theirs}` : mine + theirs;
}

/** For each of the first list, where the second has it; -1 for nowhere. Null: too different to tell in time. */
function partners(from: string[], to: string[]): number[] | null {
  const changes = diffArrays(from, to, { timeout: PATIENCE });
  if (changes === undefined) return null;
  const found = new Array<number>(from.length).fill(-1);
  let i = 0;
  let j = 0;
  for (const { added, removed, value } of changes) {
    if (added) j += value.length;
    else if (removed) i += value.length;
    else for (let n = 0; n < value.length; n++) found[i++] = j++;
  }
  return found;
}

type Torn<T> = { base: T[]; mine: T[]; theirs: T[] };

function settle<T>(part: Torn<T>, key: (item: T) => string): Stretch<T> {
  const [b, m, t] = [part.base, part.mine, part.theirs].map((items) => JSON.stringify(items.map(key)));
  if (m === t || t === b) return { settled: part.mine };
  if (m === b) return { settled: part.theirs };
  return part;
}

function push<T>(stretches: Stretch<T>[], next: Stretch<T>): void {
  const last = stretches.at(-1);
  if ("settled" in next && last && "settled" in last) last.settled = [...last.settled, ...next.settled];
  else stretches.push(next);
}
