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
  useBlockNoteEditor,
  useComponentsContext,
  useEditorState,
} from "@blocknote/react";
import {
  IconHighlight,
  IconIndentDecrease,
  IconMarkdown,
  IconSparkles,
  IconSubscript,
  IconSuperscript,
  IconZoomIn,
} from "@tabler/icons-react";
import { NodeSelection } from "@tiptap/pm/state";
import { useContext } from "react";
import { t } from "../../i18n";
import { assist } from "../../state/assist";
import { useIsTouch } from "../../touch";
import { WorkspaceOfNote } from "../blocks/contexts";
import type { NoteEditor } from "../blocks/schema";
import { outdentBlocks } from "../keys/lists";
import type { ScriptTag } from "../tokens/scripts";
import { copyMarkdown, selectedTable } from "./copying";
import { highlight } from "./highlight";
import { script } from "./script";
import { TouchBar } from "./TouchBar";
import { selectedPicture, viewSelected } from "./viewing";

export function Toolbars() {
  if (useIsTouch()) return <TouchBar />;
  return <DesktopFormattingToolbarController formattingToolbar={Bar} />;
}

const STYLES = ["bold", "italic", "underline", "strike", "code"] as const;

function Bar() {
  return (
    <FormattingToolbar>
      <BlockTypeSelect key="type" />
      <ViewPicture key="view" />
      <FileCaptionButton key="caption" />
      <FileReplaceButton key="replace" />
      <FileRenameButton key="rename" />
      <FileDeleteButton key="delete" />
      <FileDownloadButton key="download" />
      {STYLES.map((style) => (
        <BasicTextStyleButton key={style} basicTextStyle={style} />
      ))}
      <HighlightButton key="highlight" />
      <ScriptButton key="sub" tag="sub" />
      <ScriptButton key="sup" tag="sup" />
      <CreateLinkButton key="link" />
      <NestBlockButton key="nest" />
      <OutdentButton key="outdent" />
      <CopyMarkdown key="copy" />
      <Assist key="assist" />
    </FormattingToolbar>
  );
}

/** Where a picture is selected. */
function ViewPicture() {
  const Components = useComponentsContext()!;
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  const isPicture = useEditorState({
    editor: editor as never,
    selector: () => selectedPicture(editor.prosemirrorView) !== null,
  });
  if (!isPicture) return null;
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t("sidePanel.viewer.view")}
      mainTooltip={t("sidePanel.viewer.view")}
      icon={<IconZoomIn size={18} stroke={1.5} />}
      onClick={() => {
        editor.focus();
        viewSelected(editor.prosemirrorView);
      }}
    />
  );
}

/** A picture has no words. */
const useHasWords = (editor: NoteEditor): boolean =>
  useEditorState({
    editor: editor as never,
    selector: () => !(editor.prosemirrorState.selection instanceof NodeSelection),
  });

/** The library's own would leave a bullet between numbers. */
function OutdentButton() {
  const Components = useComponentsContext()!;
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  const canBe = useEditorState({ editor: editor as never, selector: () => editor.canUnnestBlock() });
  if (!useHasWords(editor)) return null;
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t("editor.tools.outdent")}
      mainTooltip={t("editor.tools.outdent")}
      icon={<IconIndentDecrease size={18} stroke={1.5} />}
      isDisabled={!canBe}
      onClick={() => {
        editor.focus();
        outdentBlocks(editor);
      }}
    />
  );
}

function HighlightButton() {
  const Components = useComponentsContext()!;
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  if (!useHasWords(editor)) return null;
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t("editor.tools.highlight")}
      mainTooltip={t("editor.tools.highlight")}
      icon={<IconHighlight size={18} stroke={1.5} />}
      onClick={() => highlight(editor.prosemirrorView)}
    />
  );
}

function ScriptButton({ tag }: { tag: ScriptTag }) {
  const Components = useComponentsContext()!;
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  if (!useHasWords(editor)) return null;
  const Icon = tag === "sub" ? IconSubscript : IconSuperscript;
  return (
    <Components.FormattingToolbar.Button
      className="bn-button"
      label={t(`editor.tools.${tag}`)}
      mainTooltip={t(`editor.tools.${tag}`)}
      icon={<Icon size={18} stroke={1.5} />}
      onClick={() => script(editor.prosemirrorView, tag)}
    />
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
    const selected = selectedTable(editor.prosemirrorState) ?? editor.getSelectionCutBlocks()?.blocks;
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
