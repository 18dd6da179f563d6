/** What blocks are told apart by when one of them is to get an id, and the id that it gets. */

/** A block that a link can name. */
export interface NamedBlock {
  /** Its first words, as people read them. */
  words: string;
  /** The letters that it says, by which it is found again. */
  key: string;
  /** How many blocks before it say the same. */
  nth: number;
  /** As it is written already: `^` and an id, or a heading's words. */
  anchor?: string;
  isHeading?: boolean;
}

/** Where a block stood in the list that somebody chose from. */
export interface ChosenBlock {
  at: number;
  list: readonly NamedBlock[];
}

/** The blocks of the note that is written in: its surface knows what they say now. */
export interface OwnBlocks {
  list(): NamedBlock[];
  /** The anchor of the block, which is given an id where it has none; undefined where that cannot be. */
  anchorOf(chosen: ChosenBlock): string | undefined;
}

/** Letters that are looked at. */
const LONGEST = 300;
/** As many as nobody will meet twice in a note. */
const LETTERS = 6;

export const keyOf = (words: string): string =>
  words
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "")
    .toLowerCase()
    .slice(0, LONGEST);

/** The blocks with the number that each has among those that say the same. */
export function numbered<Given extends Omit<NamedBlock, "key" | "nth">>(
  blocks: readonly Given[],
): (Given & NamedBlock)[] {
  const seen = new Map<string, number>();
  return blocks.map((block) => {
    const key = keyOf(block.words);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return { ...block, key, nth };
  });
}

/** The block that was chosen, in the list as it is by now: it says the same, or much the same in the same place. */
export function foundAgain<Now extends NamedBlock>(
  { at, list }: ChosenBlock,
  now: readonly Now[],
): Now | undefined {
  const wanted = list[at];
  if (wanted === undefined) return undefined;
  const same = now.find(({ key, nth }) => key === wanted.key && nth === wanted.nth);
  if (same !== undefined && countOf(list, wanted.key) === countOf(now, wanted.key)) return same;
  const stays = (index: number, from: readonly NamedBlock[], others: readonly NamedBlock[]) => {
    const key = from[index]?.key ?? "";
    return countOf(from, key) === 1 && countOf(others, key) === 1;
  };
  const above = list.slice(0, at).findLastIndex((_, index) => stays(index, list, now));
  const step = at - above;
  const start = above < 0 ? -1 : now.findIndex(({ key }) => key === list[above]?.key);
  const there = now[start + step];
  return there && !stays(start + step, now, list) && isMuchLike(wanted.key, there.key) ? there : undefined;
}

/** Whether at least half of the letters of the shorter one are at the beginning and the end of the other. */
function isMuchLike(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  let [head, tail] = [0, 0];
  while (head < least && one[head] === other[head]) head += 1;
  while (tail < least - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return least > 0 && head + tail >= least / 2;
}

const countOf = (list: readonly NamedBlock[], key: string): number =>
  list.filter((each) => each.key === key).length;

/**
 * What the block is named by from now on. It follows from what the block says, so that two people who ask for it at one
 * moment write the same, and what they write is merged into one.
 */
export function newBlockId({ key, nth }: Pick<NamedBlock, "key" | "nth">, text: string): string {
  const taken = new Set([...text.matchAll(/\^([A-Za-z0-9-]+)/g)].map(([, id]) => id?.toLowerCase()));
  for (let turn = 0; ; turn++) {
    const id = lettersOf(`${key}\n${nth}\n${turn}`);
    if (!taken.has(id)) return id;
  }
}

/** FNV-1a, twice from different beginnings: equal texts have equal letters, and that is all it is for. */
function lettersOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
  }
  const number = (high >>> 0) * 4_096 + ((low >>> 0) % 4_096);
  return (number % 36 ** LETTERS).toString(36).padStart(LETTERS, "0");
}
