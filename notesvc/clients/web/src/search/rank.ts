/** How well a name fits what was typed: exact, then beginning, words, anywhere, letters in order. Pure. */

// Signs that people leave out when they search: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic.
const ACCENTS = /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const ASCII = /^[\u0000-\u007f]*$/;

/** Without case, accents and compatibility forms. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower.normalize("NFKD").replace(ACCENTS, "").replaceAll("ß", "ss").normalize("NFC");
}

/** 0: does not fit. Both are folded; the query has no spaces around it. */
export function fitness(query: string, name: string): number {
  if (query === "") return 1;
  if (name === query) return 1000;
  if (name.startsWith(query)) return 900 - spare(query, name);
  const words = query.split(/\s+/);
  let least = 800;
  for (const word of words) {
    const score = fitOfWord(word, name);
    if (score === 0) return words.length === 1 ? inOrder(query, name) : 0;
    if (score < least) least = score;
  }
  return least - spare(query, name);
}

/** A longer name fits a little less. */
const spare = (query: string, name: string) => Math.min(90, name.length - query.length) / 2;

function fitOfWord(word: string, name: string): number {
  let at = name.indexOf(word);
  if (at < 0) return 0;
  while (at >= 0) {
    if (at === 0 || !LETTER.test(name[at - 1] ?? "")) return 700;
    at = name.indexOf(word, at + 1);
  }
  return 500;
}

const LETTER = /[\p{L}\p{N}]/u;

/** The letters one after the other, with gaps; the first at the beginning of a word. */
function inOrder(query: string, name: string): number {
  if (query.length < 2) return 0;
  let at = begin(query[0] ?? "", name);
  if (at < 0) return 0;
  const first = at;
  for (let next = 1; next < query.length; next++) {
    at = name.indexOf(query[next] ?? "", at + 1);
    if (at < 0) return 0;
  }
  return Math.max(1, 200 - (at - first - query.length + 1) * 4);
}

function begin(letter: string, name: string): number {
  let at = name.indexOf(letter);
  while (at > 0 && LETTER.test(name[at - 1] ?? "")) at = name.indexOf(letter, at + 1);
  return at;
}

/** Those that fit, the best first; what fits alike keeps its order. At most `most`. */
export function ranked<Item extends { folded: string }>(
  items: readonly Item[],
  typed: string,
  most = Number.POSITIVE_INFINITY,
): Item[] {
  const query = folded(typed).trim();
  const found: { item: Item; score: number }[] = [];
  for (const item of items) {
    const score = fitness(query, item.folded);
    if (score > 0) found.push({ item, score });
  }
  if (query !== "") found.sort((one, other) => other.score - one.score);
  return found.slice(0, most).map(({ item }) => item);
}
