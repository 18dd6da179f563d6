/** Makes the editor of one note. */

import { BlockNoteEditor, createExtension } from "@blocknote/core";
import { SyntaxHighlightingExtension } from "@blocknote/core/extensions";
import { de, en } from "@blocknote/core/locales";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { nonce } from "../nonce";
import { grammar, highlighter } from "../render/highlighter";
import type { SharedText } from "../saving/room";
import { appearance } from "../theme/appearance";
import { type NoteEditor, schema } from "./blocks/schema";
import { caretFirst } from "./document/caretFirst";
import { guardPlugin } from "./document/guard";
import { mayStand } from "./document/hrefs";
import { askForPlain, paste } from "./document/pasting";
import { refusedPlugin } from "./document/refused";
import { typedPlugin } from "./document/typed";
import { findPlugin } from "./find/plugin";
import { menuPlugin } from "./menus/plugin";
import type { MenuStore } from "./menus/store";
import { calloutPlugin } from "./tokens/callout";
import { formulaPlugin, tokenPlugin } from "./tokens/decorate";
import type { Uploads } from "./upload/uploads";
import { followLink, type WorkspaceContext } from "./workspaceContext";

interface Needs {
  initial: Block[];
  shared?: SharedText;
  workspace: WorkspaceContext;
  uploads: Uploads;
  menu: (editor: () => NoteEditor) => MenuStore;
}

export interface CreatedEditor {
  editor: NoteEditor;
  menu: MenuStore;
}

export function createEditor({ initial, shared, workspace, uploads, menu }: Needs): CreatedEditor {
  const store = menu(() => editor);
  const ours = createExtension({
    key: "note",
    prosemirrorPlugins: [
      caretFirst(),
      menuPlugin(store),
      typedPlugin(),
      tokenPlugin(workspace),
      formulaPlugin(),
      calloutPlugin(),
      findPlugin(),
      guardPlugin(() => editor),
      refusedPlugin(),
    ],
    mount: ({ dom, signal }) => dom.addEventListener("keydown", askForPlain, { signal, capture: true }),
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
    uploadFile: (file, blockId) => uploads.start(file, blockId ?? ""),
    pasteHandler: paste as never,
    extensions: [ours, SyntaxHighlightingExtension({ createHighlighter: createHighlighter as never })],
    domAttributes: { editor: { "aria-label": t("editor.label"), spellcheck: "true" } },
    _tiptapOptions: { injectNonce: nonce },
  } satisfies Parameters<typeof BlockNoteEditor.create>[0];
  const editor = BlockNoteEditor.create(shared ? shared.blocks(options) : options) as unknown as NoteEditor;
  return { editor, menu: store };
}

function dictionary(): typeof en {
  const words = appearance.get().language === "de" ? (de as typeof en) : en;
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
  return { ...core, loadLanguage: async (id: string) => core.loadLanguage(await grammar(id)) };
}
