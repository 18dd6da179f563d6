/** Makes the editor of one note. */

import { BlockNoteEditor, createExtension } from "@blocknote/core";
import { SyntaxHighlightingExtension } from "@blocknote/core/extensions";
import { en } from "@blocknote/core/locales";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { nonce } from "../nonce";
import { highlighter, withGrammar } from "../render/highlighter";
import type { SharedText } from "../saving/room";
import { type NoteEditor, schema } from "./blocks/schema";
import { blockWords } from "./blockWords";
import { caretFirst } from "./document/caretFirst";
import { dropPlugin } from "./document/dropping";
import { emptyDirectionPlugin } from "./document/emptyDirection";
import { guardPlugin } from "./document/guard";
import { mayStand } from "./document/hrefs";
import "./document/leafSteps";
import { paste } from "./document/pasting";
import { refusedPlugin } from "./document/refused";
import type { StoredText } from "./document/storedText";
import { typedPlugin } from "./document/typed";
import { findPlugin } from "./find/plugin";
import { menuPlugin } from "./menus/plugin";
import type { MenuStore } from "./menus/store";
import { modesPlugin } from "./modes/blocks";
import { ROOM } from "./modes/room";
import { askForPlain } from "./paste/plainAsked";
import { calloutPlugin } from "./tokens/callout";
import { formulaPlugin, tokenPlugin } from "./tokens/decorate";
import { foldingPlugin } from "./tokens/folding";
import { copyByKey } from "./tools/copying";
import { formatByKey } from "./tools/formatKeys";
import { tablePlugin } from "./tools/tablePlugin";
import { viewByPointer } from "./tools/viewing";
import { focusAfterPanel, sendingTo } from "./upload/panel";
import type { Uploads } from "./upload/uploads";
import { followLink, type WorkspaceContext } from "./workspaceContext";

interface Needs {
  initial: Block[];
  shared?: SharedText;
  workspace: WorkspaceContext;
  uploads: Uploads;
  menu: (editor: () => NoteEditor) => MenuStore;
  /** What the note says as it is stored. */
  stored: () => StoredText | undefined;
}

export interface CreatedEditor {
  editor: NoteEditor;
  menu: MenuStore;
}

export function createEditor({ initial, shared, workspace, uploads, menu, stored }: Needs): CreatedEditor {
  const store = menu(() => editor);
  const ours = createExtension({
    key: "note",
    prosemirrorPlugins: [
      caretFirst(),
      dropPlugin(() => editor),
      menuPlugin(store),
      typedPlugin(() => editor),
      tokenPlugin(workspace),
      formulaPlugin(),
      calloutPlugin(),
      emptyDirectionPlugin(),
      foldingPlugin(),
      findPlugin(),
      guardPlugin(() => editor),
      refusedPlugin(),
      modesPlugin(),
      tablePlugin(),
    ],
    mount: ({ dom, signal }) => listen(dom, signal, () => editor, stored),
  });
  const options = {
    schema,
    initialContent: initial.length > 0 ? (initial as never) : undefined,
    dictionary: dictionary(),
    animations: false,
    defaultStyles: false,
    tabBehavior: "prefer-indent",
    tables: { headers: true, splitCells: false },
    links: { isValidLink: mayStand, onClick: (event) => clicked(event, workspace, editor) },
    uploadFile: sendingTo(uploads, () => editor),
    pasteHandler: paste as never,
    extensions: [ours, SyntaxHighlightingExtension({ createHighlighter: createHighlighter as never })],
    domAttributes: attributes(),
    _tiptapOptions: { injectNonce: nonce, editorProps: { scrollThreshold: ROOM, scrollMargin: ROOM } },
  } satisfies Parameters<typeof BlockNoteEditor.create>[0];
  const editor = BlockNoteEditor.create(shared ? shared.blocks(options) : options) as unknown as NoteEditor;
  return { editor, menu: store };
}

/** A block runs in the direction of its own text; `dir` alone takes what belongs to it to that side, too. */
const attributes = () => ({
  block: { dir: "auto" },
  editor: { "aria-label": t("editor.label"), spellcheck: "true" },
});

function listen(
  dom: HTMLElement,
  signal: AbortSignal,
  editor: () => NoteEditor,
  stored: Needs["stored"],
): void {
  dom.addEventListener("keydown", askForPlain, { signal, capture: true });
  copyByKey(dom, signal, () => editor().prosemirrorView, stored);
  formatByKey(dom, signal, editor);
  focusAfterPanel(editor(), signal);
  viewByPointer(dom, signal, () => editor().prosemirrorView);
}

function dictionary(): typeof en {
  const words = blockWords() ?? en;
  const placeholder = t("editor.placeholder");
  return {
    ...words,
    placeholders: { ...words.placeholders, default: "", emptyDocument: placeholder },
  };
}

/** A plain click puts the caret into the words of a link; with Ctrl or ⌘, or where nothing is edited, it is followed. */
function clicked(event: MouseEvent, workspace: WorkspaceContext, editor: { isEditable: boolean }): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const href = link?.getAttribute("href");
  if (!href) return false;
  event.preventDefault();
  if (editor.isEditable && !event.ctrlKey && !event.metaKey) return false;
  followLink(workspace, href);
  return true;
}

/** Colours code in the editor with the same grammars as the read view. */
async function createHighlighter() {
  const core = await highlighter();
  return { ...core, loadLanguage: withGrammar };
}
