/** Formatting: over the selection with a pointer, above the keyboard under a finger. */
import {
  BasicTextStyleButton,
  BlockTypeSelect,
  CreateLinkButton,
  DesktopFormattingToolbarController,
  FileCaptionButton,
  FileDeleteButton,
  FileDownloadButton,
  FileRenameButton,
  FileReplaceButton,
  FormattingToolbar,
  NestBlockButton,
  UnnestBlockButton,
  useBlockNoteEditor,
  useComponentsContext,
} from "@blocknote/react";
import { useMediaQuery } from "@mantine/hooks";
import { IconMarkdown } from "@tabler/icons-react";
import { t } from "../../i18n";
import type { NoteEditor } from "../blocks/schema";
import { copyMarkdown } from "./copying";
import { TouchBar } from "./TouchBar";

export function Toolbars() {
  const isTouch = useMediaQuery("(pointer: coarse)");
  if (isTouch) return <TouchBar />;
  return <DesktopFormattingToolbarController formattingToolbar={Bar} />;
}

const STYLES = ["bold", "italic", "underline", "strike", "code"] as const;

function Bar() {
  return (
    <FormattingToolbar>
      <BlockTypeSelect key="type" />
      <FileCaptionButton key="caption" />
      <FileReplaceButton key="replace" />
      <FileRenameButton key="rename" />
      <FileDeleteButton key="delete" />
      <FileDownloadButton key="download" />
      {STYLES.map((style) => (
        <BasicTextStyleButton key={style} basicTextStyle={style} />
      ))}
      <CreateLinkButton key="link" />
      <NestBlockButton key="nest" />
      <UnnestBlockButton key="unnest" />
      <CopyMarkdown key="copy" />
    </FormattingToolbar>
  );
}

function CopyMarkdown() {
  const Components = useComponentsContext()!;
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  const copy = () => {
    const selected = editor.getSelectionCutBlocks()?.blocks;
    if (selected !== undefined) void copyMarkdown(selected as never);
  };
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t("editor.tools.copyMarkdown")}
      mainTooltip={t("editor.tools.copyMarkdown")}
      icon={<IconMarkdown size={18} stroke={1.5} />}
      onClick={copy}
    />
  );
}
