/** What leaves the block surface: only what somebody changed; an untouched block leaves as it came in. */
import type { Block } from "../../blocks";
import { MOST_DEEP } from "./accepted";
import { cleanedBlock, type GivenBlock } from "./cleaned";

interface Said {
  block: Block;
  /** Its JSON without children. */
  json: string;
}

export class Outgoing {
  /** BlockNote gives the same object for a block that did not change. */
  private readonly known = new WeakMap<GivenBlock, Said>();
  private readonly originals = new Map<string, { block: Block; json: string }>();
  private last: string;

  /** `initial` is what was asked to be shown, `shown` what the editor made of it. */
  constructor(initial: readonly Block[], shown: readonly GivenBlock[]) {
    const came = new Map(everyBlock(initial).map((block) => [block.id, block]));
    for (const given of everyBlock(shown)) {
      const original = came.get(given.id);
      if (given.id !== undefined && original !== undefined && original.type === given.type)
        this.originals.set(given.id, { block: original, json: this.said(given).json });
    }
    this.last = this.signature(shown);
  }

  /** The document to save; undefined where nothing changed since the last time. */
  changed(
    given: readonly GivenBlock[],
    isWaiting: (id: string) => boolean = () => false,
  ): Block[] | undefined {
    const kept = given.filter((block) => !isWaiting(block.id ?? ""));
    const signature = this.signature(kept);
    if (signature === this.last) return undefined;
    this.last = signature;
    return kept.flatMap((block) => this.leaving(block, isWaiting, 1));
  }

  /** The block with those within it; what lies deeper than may be comes out beside it. */
  private leaving(given: GivenBlock, isWaiting: (id: string) => boolean, depth: number): Block[] {
    const { block, json } = this.said(given);
    const original = this.originals.get(given.id ?? "");
    const own = original?.json === json ? original.block : block;
    const children = (given.children ?? [])
      .filter((child) => !isWaiting(child.id ?? ""))
      .flatMap((child) => this.leaving(child, isWaiting, depth + 1));
    if (depth < MOST_DEEP) return [{ ...own, children }];
    return [{ ...own, children: [] }, ...children];
  }

  private said(given: GivenBlock): Said {
    let said = this.known.get(given);
    if (said === undefined) {
      const block = cleanedBlock(given);
      said = { block, json: JSON.stringify(block) };
      this.known.set(given, said);
    }
    return said;
  }

  private signature(blocks: readonly GivenBlock[]): string {
    return blocks
      .map((block) => `${this.said(block).json}[${this.signature(block.children ?? [])}]`)
      .join("\n");
  }
}

function everyBlock<T extends { children?: readonly T[] }>(blocks: readonly T[]): T[] {
  return blocks.flatMap((block) => [block, ...everyBlock(block.children ?? [])]);
}
