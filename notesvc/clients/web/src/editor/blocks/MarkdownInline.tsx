/** A piece of markdown inside a line that the surface keeps as it is: maths, a footnote's number, HTML, a picture. */

import { createReactInlineContentSpec } from "@blocknote/react";
import { useState } from "react";
import { t } from "../../i18n";
import { Inlines } from "../../render/Inlines";
import { PieceWithPopover } from "./PieceWithPopover";

export const mdInline = createReactInlineContentSpec(
  { type: "mdInline", propSchema: { src: { default: "" } }, content: "none" },
  {
    render: ({ inlineContent, updateInlineContent, editor }) => (
      <Piece
        src={inlineContent.props.src}
        isEditable={editor.isEditable}
        change={(src) => updateInlineContent({ type: "mdInline", props: { src } })}
      />
    ),
    toExternalHTML: ({ inlineContent }) => (
      <span data-markdown={inlineContent.props.src}>{inlineContent.props.src}</span>
    ),
    parse: (element) =>
      element.dataset.markdown === undefined ? undefined : { src: element.dataset.markdown },
  },
);

interface PieceProps {
  src: string;
  isEditable: boolean;
  change: (src: string) => void;
}

function Piece({ src, isEditable, change }: PieceProps) {
  const [isOpen, open] = useState(false);
  return (
    <PieceWithPopover
      className="markdown-piece"
      isOpen={isOpen}
      onChange={(isWanted) => open(isWanted && isEditable)}
      label={<Inlines content={[{ type: "mdInline", props: { src } }]} />}
    >
      <Source
        src={src}
        done={(text) => {
          open(false);
          if (text !== src) change(text);
        }}
      />
    </PieceWithPopover>
  );
}

function Source({ src, done }: { src: string; done: (text: string) => void }) {
  const [text, write] = useState(src);
  return (
    <textarea
      className="markdown-source"
      aria-label={t("editor.source")}
      data-autofocus
      rows={Math.min(6, text.split("\n").length)}
      value={text}
      spellCheck={false}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => done(text)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") done(src);
        if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
          event.preventDefault();
          done(text);
        }
      }}
    />
  );
}
