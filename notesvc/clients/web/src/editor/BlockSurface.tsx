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
import { useComputedColorScheme, useDirection } from "@mantine/core";
import { IconGripVertical, IconPlus } from "@tabler/icons-react";
import { Selection } from "@tiptap/pm/state";
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Block } from "../blocks";
import { t } from "../i18n";
import "../render/blocks.css";
import { revealAnchor } from "../render/anchors";
import { ReadingContext } from "../render/reading";
import "../render/text.css";
import { stands } from "../saving/deliver";
import { assist } from "../state/assist";
import { copyLink } from "./anchorLink";
import "./blocks/blocks.css";
import "./blocks/tables.css";
import { UploadsOfNote, WorkspaceOfNote } from "./blocks/contexts";
import { arriveIn, leaveMarks } from "./document/arriving";
import type { GivenBlock } from "./document/cleaned";
import { canShow } from "./document/known";
import { flushWhenLeft } from "./document/leaving";
import { Outgoing } from "./document/outgoing";
import { layPast } from "./document/past";
import { Pending } from "./document/pending";
import { markRefused, showBlock } from "./document/refused";
import { StoredText } from "./document/storedText";
import "./editor.css";
import { Blocks } from "../render/Blocks";
import type { NoteEditor } from "./blocks/schema";
import { createEditor } from "./createEditor";
import { FindBar } from "./find/FindBar";
import { WritingKeys } from "./keys/keys";
import { isClosed, isTable, lastPlace, standBeside } from "./keys/place";
import { Menu } from "./menus/Menu";
import { commandsFor } from "./menus/slash";
import { MenuStore } from "./menus/store";
import { take } from "./menus/take";
import { keepTexts, textsBefore } from "./past";
import { isSameSurface, type SurfaceHandle, type SurfaceProps } from "./surface";
import { takeCaret } from "./takeCaret";
import { showTokensAnew } from "./tokens/decorate";
import { anchorOf, headingAnchor, ownBlocks } from "./tools/blockAnchor";
import { cleanedDeep } from "./tools/copying";
import { NoteSideMenu } from "./tools/SideMenu";
import { script } from "./tools/script";
import { Toolbars } from "./tools/Toolbars";
import { changeTable } from "./tools/tableActs";
import { typeAtCaret } from "./typing";
import { Uploads } from "./upload/uploads";
import { useWorkspaceContext, type WorkspaceContext } from "./workspaceContext";

/** The block surface. `initial` is read when it appears; give it another `key` to show another text. */
export default memo(BlockSurface, isSameSurface);

function BlockSurface(props: SurfaceProps<Block[]>) {
  const [isKnown] = useState(() => canShow(props.initial));
  return isKnown ? <Surface {...props} /> : <UnknownNote {...props} />;
}

type Props = SurfaceProps<Block[]>;

function Surface(props: Props) {
  const { noteId, initial, shared, isEditable } = props;
  const [first] = useState(initial);
  const workspace = useWorkspaceContext(noteId, first);
  const parts = useParts(props, workspace, useStored(props));
  const { editor, menu, uploads, keys } = parts;
  const [finding, findAnew] = useState(0);
  const find = () => findAnew((count) => count + 1);
  const box = useRef<HTMLDivElement>(null);
  useDelivery(parts, workspace);
  usePast(parts, props, first);
  useFlushing(parts, box, shared);
  const { tags, people } = workspace;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tags or people are shown by other colours
  useEffect(() => {
    if (!editor.headless && editor.prosemirrorView) showTokensAnew(editor.prosemirrorView);
  }, [tags, people, editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the text is there
  useEffect(() => props.onReady?.(handleOf(parts, workspace, box, find)), []);
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
function useParts(
  { initial, shared, onChange }: Props,
  workspace: WorkspaceContext,
  stored: () => StoredText | undefined,
): Parts {
  const latest = useRef(onChange);
  latest.current = onChange;
  const [parts] = useState(() => partsOf(initial, shared, workspace, stored, (text) => latest.current(text)));
  return parts;
}

function partsOf(
  initial: Block[],
  shared: Props["shared"],
  workspace: WorkspaceContext,
  stored: () => StoredText | undefined,
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
    stored,
    menu: (made) =>
      new MenuStore(
        workspace,
        (query) => commandsFor(query, assist.isOffered(workspace.noteId)),
        (open, item) => take(made(), workspace, open, item.choice),
      ),
  });
  workspace.ownBlocks = ownBlocks(editor);
  const outgoing = new Outgoing(initial, editor.document as never);
  return { editor, menu, uploads, pending, outgoing, keys: new WritingKeys(editor, menu) };
}

/** What the note says in both forms, as they came together last; read when something is copied. */
function useStored({ source, initial }: Props): () => StoredText | undefined {
  const came = useRef<{ source: string; blocks: Block[]; text?: StoredText }>(undefined);
  if (source !== undefined && came.current?.source !== source) came.current = { source, blocks: initial };
  const [stored] = useState(() => () => {
    const pair = came.current;
    if (pair) pair.text ??= new StoredText(pair.source, pair.blocks.map(cleanedDeep));
    return pair?.text;
  });
  return stored;
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

/** In a room the steps back are the room's. */
function usePast({ editor, outgoing }: Parts, { noteId, shared }: Props, first: Block[]): void {
  const earlier = useRef<readonly Block[][]>([]);
  const hasPast = !shared && noteId !== "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before it is said that the surface is there
  useEffect(() => {
    if (!hasPast) return;
    earlier.current = textsBefore(noteId, first.map(cleanedDeep));
    layPast(editor, earlier.current, first);
    // It is the text that came, and nothing to save.
    outgoing.changed(editor.document as never);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it is when it goes
  useLayoutEffect(
    () => () => {
      const texts = [first, editor.document as GivenBlock[]].map((text) => text.map(cleanedDeep));
      if (hasPast) keepTexts(noteId, [...earlier.current, ...texts]);
    },
    [],
  );
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
  workspace: WorkspaceContext,
  box: RefObject<HTMLDivElement | null>,
  find: () => void,
): SurfaceHandle => ({
  focus: (at = "start") => {
    const block = at === "start" ? editor.document[0] : editor.document.at(-1);
    if (block) editor.setTextCursorPosition(block, at);
    editor.focus();
  },
  goOn: () => goOn(editor),
  takeCaret: () => takeCaret(editor.prosemirrorView),
  table: (act) => changeTable(editor, act),
  find,
  reveal: (anchor) => box.current && revealAnchor(box.current, anchor),
  script: (tag) => void script(editor.prosemirrorView, tag),
  copyLink: (as) => {
    const { id } = editor.getTextCursorPosition().block;
    const anchor = as === "block" ? anchorOf(editor, id) : headingAnchor(editor, id);
    void copyLink(workspace, anchor, as);
  },
  flush: () => pending.flush(),
  type: (text) => typeAtCaret(editor.prosemirrorView, text),
  mark: (ids) => markRefused(editor.prosemirrorView, ids),
  show: (id) => showBlock(editor, id),
  passage: async (scope) => (await import("./passage/blocks")).takeBlocks(editor, scope),
});

/** Below a table, a picture, code or a formula in a paragraph of its own. */
function goOn(editor: NoteEditor): void {
  const view = editor.prosemirrorView;
  const last = lastPlace(view.state.doc);
  const isOwn = last && (isTable(last) || isClosed(editor, last) || last.content.type.spec.code === true);
  if (isOwn && editor.isEditable) standBeside(view, last, 1);
  else view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)).scrollIntoView());
  view.focus();
  // It knows of no click: within 200 ms of a focus it would take a way to the start for the browser's own.
  (view as unknown as { input: { lastFocus: number } }).input.lastFocus = 0;
}

/** Where lines begin. */
const BESIDE = { ltr: {}, rtl: { useFloatingOptions: { placement: "right-start" } } } as const;

function View({ editor, isEditable }: { editor: NoteEditor; isEditable: boolean }) {
  const scheme = useComputedColorScheme("light");
  const { dir } = useDirection();
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
          <SideMenuController sideMenu={NoteSideMenu} floatingUIOptions={BESIDE[dir]} />
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
