/** Three-way merge of rich documents: by blocks without their ids, by words where both changed one block. */
import type { Block, Inline } from "../blocks";
import { inlineText, signature, stable, trimmed } from "./blockText";
import { mergeLetters, threeWay, words } from "./merge";

export interface MergedBlocks {
  blocks: Block[];
  /** Whether both changed the same place; the blocks then have mine and theirs one after the other. */
  isTorn: boolean;
}

export function mergeBlocks(base: Block[], mine: Block[], theirs: Block[]): MergedBlocks {
  const merged = merge(trimmed(base), trimmed(mine), trimmed(theirs));
  return { ...merged, blocks: withOwnIds(merged.blocks) };
}

function merge(base: Block[], mine: Block[], theirs: Block[]): MergedBlocks {
  let isTorn = false;
  const blocks = threeWay(base, mine, theirs, signature).flatMap((stretch) => {
    if ("settled" in stretch) return stretch.settled;
    const paired = mergePairs(stretch.base, stretch.mine, stretch.theirs);
    if (paired !== null) return paired;
    isTorn = true;
    return [...stretch.mine, ...stretch.theirs];
  });
  return { blocks, isTorn };
}

/** Blocks that stand opposite each other, one by one; null where one pair cannot be settled. */
function mergePairs(base: Block[], mine: Block[], theirs: Block[]): Block[] | null {
  if (base.length !== mine.length || base.length !== theirs.length) return null;
  const merged: Block[] = [];
  for (const [at, was] of base.entries()) {
    const one = mergeBlock(was, mine[at]!, theirs[at]!);
    if (one === null) return null;
    merged.push(one);
  }
  return merged;
}

function mergeBlock(base: Block, mine: Block, theirs: Block): Block | null {
  const [b, m, t] = [signature(base), signature(mine), signature(theirs)];
  if (m === t || t === b) return mine;
  if (m === b) return theirs;
  const type = pick(base.type, mine.type, theirs.type);
  const props = mergeProps(base.props ?? {}, mine.props ?? {}, theirs.props ?? {});
  const content = mergeContent(base.content, mine.content, theirs.content);
  const children = merge(base.children ?? [], mine.children ?? [], theirs.children ?? []);
  if (type === null || props === null || content === null || children.isTorn) return null;
  return { ...mine, type, props, children: children.blocks, ...(content && { content }) };
}

type Content = Block["content"];

function mergeContent(base: Content, mine: Content, theirs: Content): Content | null {
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    return mergeInline(base, mine, theirs);
  }
  const [b, m, t] = [base, mine, theirs].map((content) => JSON.stringify(content ?? null));
  if (m === t || t === b) return mine;
  return m === b ? theirs : null;
}

/** Styled words merged like words; a link or a wiki link is one word. */
function mergeInline(base: Inline[], mine: Inline[], theirs: Inline[]): Inline[] | null {
  const [b, m, t] = [base, mine, theirs].map((content) => content.flatMap(cut)) as [
    Inline[],
    Inline[],
    Inline[],
  ];
  const stretches = threeWay(b, m, t, stable);
  const merged: Inline[] = [];
  for (const stretch of stretches) {
    const settled = "settled" in stretch ? stretch.settled : letters(stretch);
    if (settled === null) return null;
    for (const part of settled) join(merged, part);
  }
  return merged;
}

/** Letters that both put into words of one style. */
function letters(torn: { base: Inline[]; mine: Inline[]; theirs: Inline[] }): Inline[] | null {
  const [one, ...others] = [...torn.mine, ...torn.base, ...torn.theirs];
  if (one?.type !== "text") return null;
  const styles = JSON.stringify(one.styles);
  if (others.some((part) => part.type !== "text" || JSON.stringify(part.styles) !== styles)) return null;
  const text = mergeLetters(inlineText(torn.base), inlineText(torn.mine), inlineText(torn.theirs));
  return text === null ? null : [{ ...one, text }];
}

function cut(part: Inline): Inline[] {
  return part.type === "text" ? words(part.text).map((text) => ({ ...part, text })) : [part];
}

function join(parts: Inline[], next: Inline): void {
  const last = parts.at(-1);
  const isSame =
    last?.type === "text" &&
    next.type === "text" &&
    JSON.stringify(last.styles) === JSON.stringify(next.styles);
  if (isSame) parts[parts.length - 1] = { ...last, text: last.text + next.text };
  else parts.push(next);
}

type Props = NonNullable<Block["props"]>;

function mergeProps(base: Props, mine: Props, theirs: Props): Props | null {
  const merged: Props = {};
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const held = pick(base[name], mine[name], theirs[name]);
    if (held === null) return null;
    if (held !== undefined) merged[name] = held;
  }
  return merged;
}

/** The one that changed; null where both did, each in its own way. */
function pick<T>(base: T, mine: T, theirs: T): T | null {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : null;
}

/** The service counts ids from the top, so mine and theirs may use one for two blocks: the second goes without. */
function withOwnIds(blocks: Block[], taken = new Set<string>()): Block[] {
  return blocks.map((block) => {
    const { id, ...rest } = block;
    const isFree = id !== undefined && !taken.has(id);
    if (isFree) taken.add(id);
    const children = block.children && withOwnIds(block.children, taken);
    return { ...(isFree ? block : rest), ...(children && { children }) };
  });
}
