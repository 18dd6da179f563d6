/** What is typed now, read at leisure: typing never waits for what stands beside the note. */
import { useDeferredValue, useMemo } from "react";
import type { Block } from "../blocks";
import { type Heading, headingsOf, headingsOfMarkdown } from "../render/headings";
import { textOf } from "../saving/blockText";
import type { OpenNote } from "../saving/document";
import { type Measure, measureOf } from "./measure";

export function useHeadings(open: OpenNote): Heading[] {
  const { blocks, content } = useLatest(open);
  return useMemo(() => (blocks ? headingsOf(blocks) : headingsOfMarkdown(content)), [blocks, content]);
}

export function useMeasure(open: OpenNote): Measure {
  const { blocks, content } = useLatest(open);
  return useMemo(() => measureOf(blocks ? textOf(blocks) : content), [blocks, content]);
}

function useLatest(open: OpenNote): { blocks: Block[] | null; content: string } {
  const isBlocks = open.surface === "block";
  const blocks = useDeferredValue(isBlocks ? ((open.note?.richContent ?? null) as Block[] | null) : null);
  const content = useDeferredValue(blocks ? "" : (open.note?.content ?? ""));
  return { blocks, content };
}
