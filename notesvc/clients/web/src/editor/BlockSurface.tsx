/** The block surface: a note to write in, made of blocks. */
import { BlockNoteView } from "@blocknote/mantine";
import "./mantine.css";
import "@blocknote/mantine/blocknoteStyles.css";
import "@blocknote/react/style.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import {
  ExtendButton,
  type ExtendButtonProps,
  FilePanelController,
  LinkToolbarController,
  SideMenuController,
  TableHandle,
  type TableHandleProps,
  TableHandlesController,
} from "@blocknote/react";
import { useComputedColorScheme } from "@mantine/core";
import { IconGripVertical, IconPlus } from "@tabler/icons-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Block } from "../blocks";
import { t } from "../i18n";
import "../render/blocks.css";
import { revealHeading } from "../render/headings";
import { ReadingContext } from "../render/reading";
import "../render/text.css";
import { stands } from "../saving/deliver";
import { assist } from "../state/assist";
import "./blocks/blocks.css";
import { UploadsOfNote, WorkspaceOfNote } from "./blocks/contexts";
import { arriveIn, leaveMarks } from "./document/arriving";
import { canShow } from "./document/known";
import { flushWhenLeft } from "./document/leaving";
import { Outgoing } from "./document/outgoing";
import { Pending } from "./document/pending";
import { markRefused, showBlock } from "./document/refused";
import "./editor.css";
import { Blocks } from "../render/Blocks";
import type { NoteEditor } from "./blocks/schema";
import { createEditor } from "./createEditor";
import { FindBar } from "./find/FindBar";
import { WritingKeys } from "./keys/keys";
import { Menu } from "./menus/Menu";
import { commandsFor } from "./menus/slash";
import { MenuStore } from "./menus/store";
import { take } from "./menus/take";
import type { SurfaceHandle, SurfaceProps } from "./surface";
import { showTokensAnew } from "./tokens/decorate";
import { NoteSideMenu } from "./tools/SideMenu";
import { Toolbars } from "./tools/Toolbars";
import { typeAtCaret } from "./typing";
import { Uploads } from "./upload/uploads";
import { useWorkspaceContext, type WorkspaceContext } from "./workspaceContext";

/** The block surface. `initial` is read when it appears; give it another `key` to show another text. */
export default function BlockSurface(props: SurfaceProps<Block[]>) {
  const [isKnown] = useState(() => canShow(props.initial));
  return isKnown ? <Surface {...props} /> : <UnknownNote {...props} />;
}

type Props = SurfaceProps<Block[]>;

function Surface(props: Props) {
  const { noteId, initial, shared, isEditable } = props;
  const [first] = useState(initial);
  const workspace = useWorkspaceContext(noteId, first);
  const parts = useParts(props, workspace);
  const { editor, menu, uploads, keys } = parts;
  const [finding, findAnew] = useState(0);
  const find = () => findAnew((count) => count + 1);
  const box = useRef<HTMLDivElement>(null);
  useDelivery(parts, workspace);
  useFlushing(parts, box, shared);
  const { tags, people } = workspace;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tags or people are shown by other colours
  useEffect(() => {
    if (!editor.headless && editor.prosemirrorView) showTokensAnew(editor.prosemirrorView);
  }, [tags, people, editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the text is there
  useEffect(() => props.onReady?.(handleOf(parts, box, find)), []);
  return (
    <WorkspaceOfNote.Provider value={workspace}>
      <ReadingContext value={workspace.reading}>
        <UploadsOfNote.Provider value={uploads}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the text itself */}
          <div
            ref={box}
            className="note-text block-surface"
            onKeyDownCapture={(event) => keys.press(event.nativeEvent)}
            onKeyDown={(event) => {
              const isFind =
                event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
              if (!isFind || event.altKey) return;
              event.preventDefault();
              event.stopPropagation();
              find();
            }}
          >
            {finding > 0 && <FindBar editor={editor} asked={finding} close={() => findAnew(0)} />}
            <View editor={editor} isEditable={isEditable} />
            <Menu store={menu} />
          </div>
        </UploadsOfNote.Provider>
      </ReadingContext>
    </WorkspaceOfNote.Provider>
  );
}

type Parts = ReturnType<typeof partsOf>;

/** The editor and what belongs to it, made once. */
function useParts({ initial, shared, onChange }: Props, workspace: WorkspaceContext): Parts {
  const latest = useRef(onChange);
  latest.current = onChange;
  const [parts] = useState(() => partsOf(initial, shared, workspace, (text) => latest.current(text)));
  return parts;
}

function partsOf(
  initial: Block[],
  shared: Props["shared"],
  workspace: WorkspaceContext,
  onChange: (text: Block[]) => void,
) {
  const pending = new Pending(() => {
    const changed = outgoing.changed(editor.document as never, isWaiting);
    if (changed !== undefined) onChange(changed);
  });
  // The first file on an empty day stands in it at once: without a note it has nowhere to arrive.
  const isWaiting = (id: string) => workspace.noteId !== "" && uploads.has(id);
  const uploads = new Uploads(
    () => workspace.noteId,
    () => pending.touch(),
  );
  const { editor, menu } = createEditor({
    initial,
    shared,
    workspace,
    uploads,
    menu: (made) =>
      new MenuStore(
        workspace,
        (query) => commandsFor(query, assist.isOffered(workspace.noteId)),
        (open, item) => take(made(), workspace, open, item.choice),
      ),
  });
  const outgoing = new Outgoing(initial, editor.document as never);
  return { editor, menu, uploads, pending, keys: new WritingKeys(editor) };
}

/** Files that arrive are put into the text while it is shown; where it goes, marks wait for them. */
function useDelivery({ editor, uploads, pending }: Parts, workspace: WorkspaceContext): void {
  useLayoutEffect(() => {
    const stop = stands({ noteId: () => workspace.noteId, put: (mark, url) => arriveIn(editor, mark, url) });
    return () => {
      stop();
      leaveMarks(editor, uploads, () => pending.touch());
      pending.flush();
    };
  }, [workspace, editor, uploads, pending]);
}

function useFlushing(
  { editor, pending }: Parts,
  box: RefObject<HTMLDivElement | null>,
  shared: Props["shared"],
): void {
  useEffect(() => editor.onChange(() => pending.touch()), [editor, pending]);
  useEffect(() => {
    // What the room holds may be another text than the page knew.
    if (shared) pending.touch();
  }, [shared, pending]);
  useEffect(() => (box.current ? flushWhenLeft(box.current, pending) : undefined), [box, pending]);
}

const handleOf = (
  { editor, pending }: Parts,
  box: RefObject<HTMLDivElement | null>,
  find: () => void,
): SurfaceHandle => ({
  focus: (at = "start") => {
    const block = at === "start" ? editor.document[0] : editor.document.at(-1);
    if (block) editor.setTextCursorPosition(block, at);
    editor.focus();
  },
  find,
  reveal: (heading) => box.current && revealHeading(box.current, heading),
  flush: () => pending.flush(),
  type: (text) => typeAtCaret(editor.prosemirrorView, text),
  mark: (ids) => markRefused(editor.prosemirrorView, ids),
  show: (id) => showBlock(editor, id),
  passage: async (scope) => (await import("./passage/blocks")).takeBlocks(editor, scope),
});

function View({ editor, isEditable }: { editor: NoteEditor; isEditable: boolean }) {
  const scheme = useComputedColorScheme("light");
  return (
    <BlockNoteView
      editor={editor as never}
      editable={isEditable}
      theme={scheme}
      slashMenu={false}
      emojiPicker={false}
      formattingToolbar={false}
      linkToolbar={false}
      sideMenu={false}
      filePanel={false}
      tableHandles={false}
      comments={false}
    >
      {isEditable && (
        <>
          <Toolbars />
          <LinkToolbarController />
          <SideMenuController sideMenu={NoteSideMenu} />
          <FilePanelController />
          <TableHandlesController tableHandle={NamedTableHandle} extendButton={NamedExtendButton} />
        </>
      )}
    </BlockNoteView>
  );
}

/** A note that holds something newer than this version: it is shown as far as it can be, and not touched. */
function UnknownNote({ noteId, initial, onReady }: SurfaceProps<Block[]>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => onReady?.({ focus() {}, find() {}, reveal() {}, flush() {} }), []);
  return (
    <div>
      <div className="note-unknown" role="status">
        <strong>{t("editor.unknown.title")}</strong>
        <span>{t("editor.unknown.safe")}</span>
      </div>
      <Blocks blocks={initial} noteId={noteId} />
    </div>
  );
}

/** The edges of a table by which it grows, by their names. */
function NamedExtendButton(props: ExtendButtonProps) {
  const isRows = props.orientation === "addOrRemoveRows";
  const name = t(isRows ? "editor.tools.moreRows" : "editor.tools.moreColumns");
  return (
    <ExtendButton {...props}>
      <IconPlus size={16} stroke={1.5} role="img" aria-label={name} />
    </ExtendButton>
  );
}

/** The handles of a row and a column, by their names. */
function NamedTableHandle(props: TableHandleProps) {
  const name = t(props.orientation === "row" ? "editor.tools.row" : "editor.tools.column");
  return (
    <TableHandle {...props}>
      <IconGripVertical size={18} stroke={1.5} role="img" aria-label={name} />
    </TableHandle>
  );
}
