/** Finds the names that a few typed letters mean, among ten thousand, between two key strokes. */

export interface Ranked<T> {
  item: T;
  /** Folded once, when the list changes. */
  key: string;
}

export const ranked = <T>(items: readonly T[], name: (item: T) => string): Ranked<T>[] =>
  items.map((item) => ({ item, key: name(item).toLowerCase() }));

/** The best items for the query, the best first; of equal ones those that came earlier in the list. */
export function best<T>(list: readonly Ranked<T>[], query: string, limit: number): T[] {
  const wanted = query.toLowerCase().trim();
  if (wanted === "") return list.slice(0, limit).map((each) => each.item);
  const words = wanted.split(/\s+/);
  const levels: T[][] = [[], [], [], [], [], []];
  for (const { item, key } of list) {
    const level = levelOf(key, wanted, words);
    const there = levels[level];
    if (there !== undefined && there.length < limit) there.push(item);
  }
  return levels.flat().slice(0, limit);
}

/** 0 the name itself, 1 its beginning, 2 the beginning of a word, 3 inside, 4 all words, 5 letters in order; else -1. */
function levelOf(key: string, wanted: string, words: string[]): number {
  const at = key.indexOf(wanted);
  if (at === 0) return key.length === wanted.length ? 0 : 1;
  if (at > 0) return startsWord(key, at) || key.includes(` ${wanted}`) ? 2 : 3;
  if (words.length > 1 && words.every((word) => key.includes(word))) return 4;
  return wanted.length > 2 && hasInOrder(key, wanted) ? 5 : -1;
}

/** Whether the name, or a word in it, begins with what was typed. */
export function startsAWord(name: string, typed: string): boolean {
  const [key, wanted] = [name.toLowerCase(), typed.toLowerCase().trim()];
  if (wanted === "") return false;
  for (let at = key.indexOf(wanted); at >= 0; at = key.indexOf(wanted, at + 1))
    if (startsWord(key, at)) return true;
  return false;
}

/** Whether the name begins with what was typed, and the word that was begun goes on in it. */
export function goesOn(name: string, typed: string): boolean {
  const [key, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  return (
    key.startsWith(wanted) && /[\p{L}\p{N}\p{M}]$/u.test(wanted) && IN_A_WORD.test(key.slice(wanted.length))
  );
}

const IN_A_WORD = /^[\p{L}\p{N}\p{M}]/u;

const startsWord = (key: string, at: number) => !/[\p{L}\p{N}]/u.test(key[at - 1] ?? " ");

/** Whether the letters stand in this order, the first of them where the name or a word begins. */
function hasInOrder(key: string, wanted: string): boolean {
  let from = key.indexOf(wanted[0] ?? "");
  while (from > 0 && !startsWord(key, from)) from = key.indexOf(wanted[0] ?? "", from + 1);
  if (from < 0) return false;
  const reach = from + wanted.length * 4;
  for (let index = 1, position = from; index < wanted.length; index++) {
    position = key.indexOf(wanted[index] ?? "", position + 1);
    if (position < 0 || position > reach) return false;
  }
  return true;
}
