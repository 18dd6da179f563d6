/** A model's answer to read: shown by what shows every note, but nothing is loaded and nothing leads anywhere new. */
import { useMemo } from "react";
import type { Block } from "../blocks";
import { BlockList } from "../render/BlockView";
import "../render/blocks.css";
import "../render/text.css";
import { ReadingContext, useReadingOf } from "../render/reading";
import { shownHarmless } from "./harmless";

interface Props {
  blocks: Block[];
  noteId: string;
  /** What the model was given: addresses that stand there may be followed. */
  given: string;
}

export function Given({ blocks, noteId, given }: Props) {
  const shown = useMemo(() => shownHarmless(blocks, given), [blocks, given]);
  const reading = useReadingOf(noteId, shown);
  const careful = useMemo(
    () => ({ ...reading, allowsRemote: false, leadsTo: (address: string) => given.includes(address) }),
    [reading, given],
  );
  return (
    <ReadingContext value={careful}>
      <div className="note-text ai-given" dir="auto">
        <BlockList blocks={shown} />
      </div>
    </ReadingContext>
  );
}
