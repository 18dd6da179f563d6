/** A caret by the words around it. Signs do not count: markdown has more of them than what it looks like. */
export interface Caret {
  /** The text right before it, and right behind it. */
  before: string;
  after: string;
  /** How much text comes before, and how much there is. */
  offset: number;
  length: number;
}

export const CONTEXT = 160;
const FEWEST = 3;

/** How far into this text the caret belongs: beside the same words, nearest to where it was. */
export function offsetIn(text: string, caret: Caret): number {
  const letters = lettersOf(text);
  const near = (caret.offset / Math.max(1, caret.length)) * text.length;
  const [before, after] = [lettersOf(caret.before).said, lettersOf(caret.after).said];
  for (let size = CONTEXT; size >= FEWEST; size = Math.floor(size / 2)) {
    const [behind, ahead] = [before.slice(-size), after.slice(0, size)];
    if (behind.length + ahead.length < FEWEST) break;
    const found = nearest(letters, behind + ahead, behind.length, near);
    if (found !== null) return between(text, letters, found, caret);
  }
  for (const [words, at] of [...shorter(before, true), ...shorter(after, false)]) {
    const found = nearest(letters, words, at, near);
    if (found !== null) return between(text, letters, found, caret);
  }
  return Math.min(Math.round(near), text.length);
}

interface Letters {
  said: string;
  places: number[];
}

/** The letters and digits of a text, and where each stands in it. */
function lettersOf(text: string): Letters {
  const said: string[] = [];
  const places: number[] = [];
  for (const found of text.matchAll(/[\p{L}\p{N}]/gu)) {
    said.push(found[0]);
    for (let unit = 0; unit < found[0].length; unit++) places.push(found.index + unit);
  }
  return { said: said.join(""), places };
}

/** Ever fewer words of one side alone, with the place of the caret in them. */
function* shorter(words: string, isBefore: boolean): Generator<[words: string, at: number]> {
  for (let size = words.length; size >= FEWEST; size = Math.floor(size / 2))
    yield isBefore ? [words.slice(-size), size] : [words.slice(0, size), 0];
}

/** The number of letters before the caret, where these words stand. */
function nearest({ said, places }: Letters, words: string, at: number, near: number): number | null {
  let best: number | null = null;
  const end = (places.at(-1) ?? 0) + 1;
  const away = (letter: number) => Math.abs((places[letter] ?? end) - near);
  for (let found = said.indexOf(words); found >= 0; found = said.indexOf(words, found + 1))
    if (best === null || away(found + at) < away(best)) best = found + at;
  return best;
}

/** The exact place between two letters: as many signs behind the one before as there were, or right at the next one. */
function between(text: string, { places }: Letters, letters: number, caret: Caret): number {
  const end = places[letters] ?? text.length;
  const begin = letters === 0 ? 0 : (places[letters - 1] ?? 0) + 1;
  if (/^[\p{L}\p{N}]/u.test(caret.after)) return end;
  const signs = /[^\p{L}\p{N}]*$/u.exec(caret.before)?.[0] ?? "";
  let place = begin;
  for (const sign of signs) {
    const found = text.indexOf(sign, place);
    if (found >= 0 && found < end) place = found + 1;
  }
  return place;
}
