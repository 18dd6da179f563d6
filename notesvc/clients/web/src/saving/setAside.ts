/** Blocks that the service refused: the rest of the note is saved without them, and they wait on this device. */
import type { Note, Problem } from "../api";
import type { Block } from "../blocks";
import { signature } from "./blockText";
import type { Edit } from "./document";

export interface RefusedBlock {
  id: string;
  /** What is wrong with it, in the words of the service. */
  message: string;
  isAddress: boolean;
}

interface Refusal extends RefusedBlock {
  /** The block as it was refused, without those within it. */
  said: string;
}

const PATH = /^richContent((?:\[\d+\](?:\.children(?=\[))?)+)/;

export class SetAside {
  #refusals = new Map<string, Refusal>();

  /** The blocks that wait. */
  get blocks(): RefusedBlock[] {
    return [...this.#refusals.values()].map(({ id, message, isAddress }) => ({ id, message, isAddress }));
  }

  /** Note down the blocks that the answer names; whether there is any, so that the rest can be sent. */
  refuse(problem: Problem, sent: Edit): boolean {
    let isAny = false;
    for (const { field, message, words = message } of problem.errors) {
      const block = blockAt(sent.richContent ?? [], PATH.exec(field)?.[1] ?? "");
      const id = block?.id;
      // What was refused before is sent as it was last saved: refused again, it has no way around it.
      if (block === undefined || id === undefined || this.#refusals.has(id)) continue;
      isAny = true;
      this.#refusals.set(id, {
        id,
        message: words,
        isAddress: /\.(?:href|url)$/.test(field),
        said: ownOf(block),
      });
    }
    return isAny;
  }

  /** The change without the blocks that wait: in their places they are as they were last saved, or not there. */
  without(edit: Edit, base: Note): Edit {
    if (edit.richContent === undefined) return edit;
    const waiting = new Set<string>();
    const was = new Map(everyBlock((base.richContent ?? []) as Block[]).map((block) => [block.id, block]));
    const passed = (block: Block): Block[] => {
      const children = (block.children ?? []).flatMap(passed);
      const refusal = this.#refusals.get(block.id ?? "");
      if (refusal?.said !== ownOf(block)) return [{ ...block, children }];
      waiting.add(refusal.id);
      const before = was.get(refusal.id);
      return before ? [{ ...before, children }] : children;
    };
    const richContent = edit.richContent.flatMap(passed);
    for (const id of this.#refusals.keys()) if (!waiting.has(id)) this.#refusals.delete(id);
    return waiting.size === 0 ? edit : { ...edit, richContent };
  }
}

const ownOf = (block: Block): string => signature({ ...block, children: [] });

const everyBlock = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...everyBlock(block.children ?? [])]);

/** The block at `[3].children[0]`. */
function blockAt(blocks: readonly Block[], path: string): Block | undefined {
  const [first, ...deeper] = [...path.matchAll(/\d+/g)].map(([number]) => Number(number));
  return deeper.reduce<Block | undefined>(
    (block, number) => block?.children?.[number],
    first === undefined ? undefined : blocks[first],
  );
}
