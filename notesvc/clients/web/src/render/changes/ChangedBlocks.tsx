/** A document as it is read, with what came and went in it; long stretches without changes are folded. */
import { memo, useMemo, useState } from "react";
import type { Block } from "../../blocks";
import { t } from "../../i18n";
import { BlockList } from "../BlockView";
import { plain } from "../headings";
import { ReadingContext, useReadingOf } from "../reading";
import "../../ui/differences/differences.css";
import "../blocks.css";
import "../text.css";
import "./changes.css";
import type { Compared } from "./compare";
import { type Part, partsOf } from "./folding";

interface Props {
  compared: Compared;
  noteId: string;
}

const LONG = 400;
const LONG_SOURCE = 10_000;

export const ChangedBlocks = memo(function ChangedBlocks({ compared, noteId }: Props) {
  const reading = useReadingOf(noteId, compared.blocks);
  const marked = useMemo(() => ({ ...reading, marks: compared.marks }), [reading, compared]);
  const parts = useMemo(() => partsOf(compared), [compared]);
  return (
    <ReadingContext value={marked}>
      <div className={`note-text changed-text${compared.blocks.length > LONG ? " is-long" : ""}`}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else to be known by
          <PartView key={index} {...part} />
        ))}
      </div>
    </ReadingContext>
  );
});

function PartView({ isFolded, blocks }: Part) {
  const [isOpen, setOpen] = useState(!isFolded);
  if (isOpen) return <BlockList blocks={blocks} />;
  return (
    <button type="button" className="differences-fold" onClick={() => setOpen(true)}>
      {t("sidePanel.versions.foldedBlocks", { count: blocks.length })}
    </button>
  );
}

/** Whether it reads as before. */
export const isSame = ({ changed }: Compared): boolean => changed.size === 0;

/** A text that is too long to be read as blocks is one of source. */
export const isSource = ([first, ...others]: readonly Block[]): boolean =>
  first?.type === "rawMarkdown" && others.length === 0 && plain(first.content).length > LONG_SOURCE;
