/** Blocks that are to be there a second time: without their ids. */
export type Bare = { id?: string; children?: Bare[] };

export function withoutIds({ id: _, ...block }: Bare): Bare {
  return { ...block, children: (block.children ?? []).map(withoutIds) };
}
