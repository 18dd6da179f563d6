/** What stayed and what changed between two lists, in a bounded number of steps. */
import { diffArrays } from "diff/lib/diff/array.js";

/** Items that stayed, or what stood there before and stands there after. */
export interface Run<Item> {
  isSame: boolean;
  before: readonly Item[];
  after: readonly Item[];
}

/** Beyond `most` edits all between the common ends is one change. */
export function runsOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  most: number,
): Run<Item>[] {
  const numbers = new Map<string, number>();
  const numbered = (items: readonly Item[]) =>
    items.map((item) => {
      const key = keyOf(item);
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
  const [old, now] = [numbered(before), numbered(after)];
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const lengths = between(old.slice(start, old.length - end), now.slice(start, now.length - end), most);
  return cut(before, after, [[true, start, start], ...lengths, [true, end, end]]);
}

type Lengths = [isSame: boolean, before: number, after: number];

function between(old: number[], now: number[], most: number): Lengths[] {
  const whole: Lengths[] = [[false, old.length, now.length]];
  if (old.length === 0 || now.length === 0) return whole;
  const parts = diffArrays(old, now, { maxEditLength: most });
  return (
    parts?.map(({ added, removed, value: { length } }) => [
      !(added || removed),
      added ? 0 : length,
      removed ? 0 : length,
    ]) ?? whole
  );
}

function cut<Item>(before: readonly Item[], after: readonly Item[], lengths: Lengths[]): Run<Item>[] {
  const runs: Run<Item>[] = [];
  let [from, to] = [0, 0];
  for (const [isSame, old, now] of lengths) {
    if (old + now === 0) continue;
    const run = { isSame, before: before.slice(from, from + old), after: after.slice(to, to + now) };
    [from, to] = [from + old, to + now];
    const last = runs.at(-1);
    if (last?.isSame === isSame) runs[runs.length - 1] = joined(last, run);
    else runs.push(run);
  }
  return runs;
}

export const joined = <Item>(one: Run<Item>, other: Run<Item>): Run<Item> => ({
  isSame: one.isSame && other.isSame,
  before: [...one.before, ...other.before],
  after: [...one.after, ...other.after],
});
