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
import { IconMarkdown, IconSparkles } from "@tabler/icons-react";
import { useContext } from "react";
import { t } from "../../i18n";
import { assist } from "../../state/assist";
import { WorkspaceOfNote } from "../blocks/contexts";
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
      <Assist key="assist" />
    </FormattingToolbar>
  );
}

/** Where a model can be asked, what is marked can be given to it. */
function Assist() {
  const Components = useComponentsContext()!;
  const noteId = useContext(WorkspaceOfNote)?.noteId ?? "";
  if (!assist.isOffered(noteId)) return null;
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t("editor.tools.assist")}
      mainTooltip={t("editor.tools.assist")}
      icon={<IconSparkles size={18} stroke={1.5} />}
      onClick={() => assist.open({ noteId, scope: "marked" })}
    />
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
