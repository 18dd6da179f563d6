/** Folds the long stretches between changes. */
import type { Block } from "../../blocks";
import type { Compared } from "./compare";

export interface Part {
  isFolded: boolean;
  blocks: Block[];
}

const AROUND = 2;
const WORTH = 5;

/** The blocks in parts; what is far from any change is folded. */
export function partsOf({ blocks, changed }: Compared): Part[] {
  const parts: Part[] = [];
  const add = (isFolded: boolean, from: number, to: number) => {
    if (from === to) return;
    const last = parts.at(-1);
    const some = blocks.slice(from, to);
    if (last?.isFolded === isFolded) last.blocks.push(...some);
    else parts.push({ isFolded, blocks: withNumber(blocks, from, some) });
  };
  for (let from = 0; from < blocks.length; ) {
    const isChanged = changed.has(blocks[from]!);
    let to = from + 1;
    while (to < blocks.length && changed.has(blocks[to]!) === isChanged) to += 1;
    const start = from === 0 ? from : Math.min(to, from + AROUND);
    const end = to === blocks.length ? to : Math.max(start, to - AROUND);
    const isWorth = !isChanged && end - start >= WORTH;
    add(false, from, isWorth ? start : to);
    add(isWorth, isWorth ? start : to, isWorth ? end : to);
    add(false, isWorth ? end : to, to);
    from = to;
  }
  return parts;
}

/** A numbered list that is cut goes on counting. */
function withNumber(all: readonly Block[], from: number, some: Block[]): Block[] {
  const isNumbered = (block: Block | undefined) => block?.type === "numberedListItem";
  const [first, ...others] = some;
  if (!first || !isNumbered(first) || typeof first.props?.start === "number") return some;
  let at = from;
  while (isNumbered(all[at - 1]) && typeof all[at]?.props?.start !== "number") at -= 1;
  if (at === from) return some;
  const start = Number(all[at]?.props?.start ?? 1) + from - at;
  return [{ ...first, props: { ...first.props, start } }, ...others];
}
