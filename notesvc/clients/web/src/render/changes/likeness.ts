/** Which of what went became which of what came. */
import { wordsOf } from "./words";

/** Less alike than this, two are not the same thing any more; one that stands alone in place of one is so sooner. */
const ALIKE = 0.4;
const ALIKE_ALONE = 0.25;
/** Up to so many pairs each is weighed; beyond it, those that are near. */
const MOST_PAIRS = 10_000;
const NEAR = 24;
const LONGEST = 40_000;

/** What something is compared by: only those of one kind are alike. */
export interface Likeness {
  kind: string;
  words: ReadonlyMap<string, number>;
  count: number;
}

export function likenessOf(kind: string, text: string): Likeness {
  const words = new Map<string, number>();
  let count = 0;
  for (const word of text.length > LONGEST ? [] : wordsOf(text)) {
    if (word.trim() === "") continue;
    words.set(word, (words.get(word) ?? 0) + 1);
    count += 1;
  }
  return { kind, words, count };
}

/** From 0 to 1: the words that both have. */
function alike(one: Likeness, other: Likeness): number {
  if (one.kind !== other.kind || one.count + other.count === 0) return 0;
  const [few, many] = one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
  let common = 0;
  for (const [word, times] of few) common += Math.min(times, many.get(word) ?? 0);
  return (2 * common) / (one.count + other.count);
}

/** Pairs of places, rising in both lists. */
export function paired(before: readonly Likeness[], after: readonly Likeness[]): [number, number][] {
  const [one, other] = [before[0], after[0]];
  if (one && other && before.length === 1 && after.length === 1)
    return alike(one, other) < ALIKE_ALONE ? [] : [[0, 0]];
  return before.length * after.length <= MOST_PAIRS ? weighed(before, after) : near(before, after);
}

/** The pairs that are most alike together. */
function weighed(before: readonly Likeness[], after: readonly Likeness[]): [number, number][] {
  const width = after.length + 1;
  const best = new Float64Array((before.length + 1) * width);
  const scores = new Float64Array(before.length * after.length);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const score = alike(before[i]!, after[j]!);
      scores[i * after.length + j] = score;
      const here = score < ALIKE ? 0 : score + at(i + 1, j + 1);
      best[i * width + j] = Math.max(here, at(i + 1, j), at(i, j + 1));
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    const score = scores[i * after.length + j] ?? 0;
    if (score >= ALIKE && at(i, j) === score + at(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** For each the first that is like it, about where it stands in the other list. */
function near(before: readonly Likeness[], after: readonly Likeness[]): [number, number][] {
  const pairs: [number, number][] = [];
  let from = 0;
  before.forEach((one, i) => {
    const middle = Math.round((i * after.length) / before.length);
    const end = Math.min(after.length, middle + NEAR);
    for (let j = Math.max(from, middle - NEAR); j < end; j += 1) {
      if (alike(one, after[j]!) < ALIKE) continue;
      pairs.push([i, j]);
      from = j + 1;
      return;
    }
  });
  return pairs;
}
