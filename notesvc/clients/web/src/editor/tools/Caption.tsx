/** The caption of a file, written above the keyboard of a touch screen. */
import { useEffect, useRef } from "react";
import { t } from "../../i18n";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { hasFile } from "./fileActs";

interface Props {
  editor: NoteEditor;
  close: () => void;
}

/** Kept however it is left, but by Escape. */
export function Caption({ editor, close }: Props) {
  const block = useRef(editor.getTextCursorPosition().block as NoteBlock & { id: string });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { id } = block.current;
  const was = hasFile(block.current) ? block.current.props.caption : "";
  const keep = (caption: string) => {
    if (caption !== was && editor.getBlock(id)) editor.updateBlock(id, { props: { caption } } as NoteBlock);
    close();
  };
  return (
    <form
      className="touch-caption"
      onSubmit={(event) => {
        event.preventDefault();
        editor.focus();
      }}
    >
      <input
        ref={field}
        defaultValue={was}
        aria-label={editor.dictionary.formatting_toolbar.file_caption.tooltip}
        enterKeyHint="done"
        onBlur={(event) => keep(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.currentTarget.value = was;
          editor.focus();
        }}
      />
      <button type="submit" onPointerDown={(event) => event.preventDefault()}>
        {t("common.save")}
      </button>
    </form>
  );
}
