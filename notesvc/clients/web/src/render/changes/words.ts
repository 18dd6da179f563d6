/** How lines and codes changed, word by word. */
import type { Inline } from "../../blocks";
import { stable } from "../../saving/blockText";
import { splitAtId } from "../blockIds";
import { highlightsOf } from "../highlights";
import { readSource, type Shown } from "../source";
import { tokensOf } from "../tokens";
import type { Line, Piece } from "./marks";
import { joined, type Run, runsOf } from "./runs";

/** Of longer texts, and of more edits in one, words are not looked at; nor of more texts than this together. */
const LONGEST = 40_000;
const MOST_EDITS = 600;
export const MOST_TOGETHER = 1_200_000;

/** How many characters may still be compared. */
export interface Budget {
  left: number;
}

const words =
  typeof Intl.Segmenter === "undefined" ? null : new Intl.Segmenter(undefined, { granularity: "word" });

export const wordsOf = (text: string): string[] =>
  words === null
    ? (text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [])
    : Array.from(words.segment(text), ({ segment }) => segment);

const isBlank = (text: string) => text.trim() === "";

function spend(budget: Budget, length: number): boolean {
  if (length > LONGEST || length > budget.left) return false;
  budget.left -= length;
  return true;
}

/** Pieces of code; null where there is too much of it. */
export function changedCode(before: string, after: string, budget: Budget): Piece<string>[] | null {
  if (!spend(budget, before.length + after.length)) return null;
  const runs = runsOf(wordsOf(before), wordsOf(after), (word) => word, MOST_EDITS);
  return pieces(readable(runs, isBlank), (some) => some.join(""));
}

/** Pieces of a line; null where there is too much of it. Formulas, links, tags and the like change as a whole. */
export function changedLine(before: Line, after: Line, budget: Budget): Piece<Shown[]>[] | null {
  if (!spend(budget, lengthOf(before) + lengthOf(after))) return null;
  const runs = runsOf(atomsOf(before), atomsOf(after), stable, MOST_EDITS);
  return pieces(
    readable(runs, (atom) => atom.type === "text" && isBlank(atom.text)),
    together,
  );
}

const lengthOf = (line: Line): number => JSON.stringify(line).length;

/** Changes with nothing but blanks between them are one. */
function readable<Atom>(runs: readonly Run<Atom>[], isBlankAtom: (atom: Atom) => boolean): Run<Atom>[] {
  const found: Run<Atom>[] = [];
  runs.forEach((run, at) => {
    const last = found.at(-1);
    const isBetween = at > 0 && at < runs.length - 1 && run.isSame && run.after.every(isBlankAtom);
    if (last && !last.isSame && (isBetween || !run.isSame)) found[found.length - 1] = joined(last, run);
    else found.push(run);
  });
  return found;
}

function pieces<Atom, Said>(
  runs: readonly Run<Atom>[],
  put: (atoms: readonly Atom[]) => Said,
): Piece<Said>[] {
  return runs.flatMap(({ isSame, before, after }): Piece<Said>[] => {
    if (isSame) return [{ said: put(after) }];
    return [
      ...(before.length > 0 ? [{ op: "delete" as const, said: put(before) }] : []),
      ...(after.length > 0 ? [{ op: "insert" as const, said: put(after) }] : []),
    ];
  });
}

/** The line in the least parts that can change. */
function atomsOf(line: Line): Shown[] {
  const shown = splitAtId(line).line.flatMap((inline): Shown[] =>
    inline.type === "mdInline" ? readSource(inline.props.src) : [inline],
  );
  return shown.flatMap((inline): Shown[] =>
    inline.type === "text" && !inline.styles?.code
      ? split(inline.text).map((text) => ({ ...inline, text }))
      : [inline],
  );
}

/** Words, and what only means something as a whole. */
function split(text: string): string[] {
  const wholes = [...tokensOf(text), ...highlightsOf(text)].sort((one, other) => one.start - other.start);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of wholes) {
    if (start < from) continue;
    parts.push(...wordsOf(text.slice(from, start)), text.slice(start, end));
    from = end;
  }
  return [...parts, ...wordsOf(text.slice(from))];
}

/** Words of one style as one text again, so that they are read as they are everywhere. */
function together(atoms: readonly Shown[]): Shown[] {
  const texts: Shown[] = [];
  for (const atom of atoms) {
    const last = texts.at(-1);
    if (last?.type === "text" && atom.type === "text" && isAlike(last, atom))
      texts[texts.length - 1] = { ...last, text: last.text + atom.text };
    else texts.push(atom);
  }
  return texts;
}

type Text = Extract<Inline, { type: "text" }>;
const isAlike = (one: Text, other: Text) => JSON.stringify(one.styles) === JSON.stringify(other.styles);
