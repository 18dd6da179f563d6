/** A rich document, to read: no editor, nothing that runs. */
import "@fontsource-variable/inter/wght-italic.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/jetbrains-mono/wght-italic.css";
import "@fontsource-variable/source-serif-4/wght.css";
import "@fontsource-variable/source-serif-4/wght-italic.css";
import { memo } from "react";
import type { Block } from "../blocks";
import { BlockList } from "./BlockView";
import { ReadingContext, useReadingOf } from "./reading";
import "./text.css";
import "./blocks.css";

interface Props {
  blocks: Block[];
  noteId: string;
  isPaper?: boolean;
}

export const Blocks = memo(function Blocks({ blocks, noteId, isPaper = false }: Props) {
  const reading = useReadingOf(noteId, blocks, isPaper);
  return (
    <ReadingContext value={reading}>
      <div className={blocks.length > 400 ? "note-text is-long" : "note-text"}>
        <BlockList blocks={blocks} />
      </div>
    </ReadingContext>
  );
});
