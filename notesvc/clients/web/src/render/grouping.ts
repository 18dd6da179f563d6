/** List items that follow one another become one list. */
import type { Block } from "../blocks";

export type ListKind = "bullets" | "numbers" | "tasks" | "toggles";
export type Group =
  | { kind: "list"; list: ListKind; start: number; items: Block[] }
  | { kind: "block"; block: Block };

const LISTS: Record<string, ListKind> = {
  bulletListItem: "bullets",
  numberedListItem: "numbers",
  checkListItem: "tasks",
  toggleListItem: "toggles",
};

export function grouped(blocks: readonly Block[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const list = Object.hasOwn(LISTS, block.type) ? LISTS[block.type] : undefined;
    if (list === undefined) {
      groups.push({ kind: "block", block });
      continue;
    }
    const last = groups.at(-1);
    const begins = startOf(block);
    if (last?.kind === "list" && last.list === list && (list !== "numbers" || begins === null)) {
      last.items.push(block);
    } else {
      groups.push({ kind: "list", list, start: begins ?? 1, items: [block] });
    }
  }
  return groups;
}

/** The number that an item says it starts at. */
function startOf(block: Block): number | null {
  const start = block.props?.start;
  return typeof start === "number" && Number.isFinite(start) ? start : null;
}
