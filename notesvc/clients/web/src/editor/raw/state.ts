/** The state of the raw surface for one text. */
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { syntaxTree } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from "@codemirror/view";
import { t } from "../../i18n";
import { nonce } from "../../nonce";
import type { WorkspaceContext } from "../workspaceContext";
import { completion } from "./complete";
import { files } from "./files";
import { keepLineEnds } from "./lineEnds";
import { look } from "./look";
import { follow, marks } from "./marks";

/** Beyond this, a text is shown without its markdown being read: typing must not wait for that. */
export const LONG = 400_000;

const editing = new Compartment();
const mayEdit = (isEditable: boolean): Extension => [
  EditorState.readOnly.of(!isEditable),
  EditorView.editable.of(isEditable),
];

export function allowEditing(view: EditorView, isEditable: boolean): void {
  if (view.state.readOnly === isEditable)
    view.dispatch({ effects: editing.reconfigure(mayEdit(isEditable)) });
}

export interface Given {
  text: string;
  isEditable: boolean;
  /** What remembers steps back, where the text is not this editor's alone. */
  history?: Extension;
}

export function stateOf(given: Given, workspace: WorkspaceContext, changed: () => void): EditorState {
  const { text, isEditable } = given;
  const isLong = text.length > LONG;
  const extensions: Extension[] = [
    keepLineEnds(text),
    given.history ?? history(),
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      "aria-label": t("editor.label"),
      spellcheck: isLong ? "false" : "true",
    }),
    editing.of(mayEdit(isEditable)),
    drawSelection(),
    dropCursor(),
    placeholder(t("editor.raw.empty")),
    look,
    phrases(),
    search({ top: true }),
    completion(workspace),
    files(workspace.noteId),
    EditorView.updateListener.of((update) => update.docChanged && changed()),
    keys(workspace),
  ];
  if (!isLong)
    extensions.push(
      markdown({ base: markdownLanguage, addKeymap: true }),
      highlightSelectionMatches(),
      marks(workspace),
    );
  return EditorState.create({ doc: text, extensions });
}

const keys = (workspace: WorkspaceContext): Extension =>
  keymap.of([
    { key: "Mod-Enter", run: (view) => follow(view, view.state.selection.main.head, workspace) },
    // Tab never throws the caret out of the text; Escape and then Tab leave it, as CodeMirror has it.
    { key: "Tab", run: indentWhereItFits, preventDefault: true },
    { key: "Shift-Tab", run: indentLess, preventDefault: true },
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]);

/** In lists and selections the lines go in, in code the caret; elsewhere white space would change what the line is. */
function indentWhereItFits(view: EditorView): boolean {
  if (isInList(view)) return indentMore(view);
  const { head } = view.state.selection.main;
  const isCode = /^(?:FencedCode|CodeText|CodeBlock)$/.test(
    syntaxTree(view.state).resolveInner(head, -1).name,
  );
  if (isCode) view.dispatch(view.state.replaceSelection("  "));
  return true;
}

const isInList = (view: EditorView) =>
  /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(view.state.doc.lineAt(view.state.selection.main.head).text) ||
  !view.state.selection.main.empty;

/** CodeMirror's own words in the language of the person. */
const phrases = () =>
  EditorState.phrases.of({
    Find: t("editor.find.find"),
    Replace: t("editor.find.replace"),
    next: t("editor.find.next"),
    previous: t("editor.find.previous"),
    all: t("editor.find.everything"),
    "match case": t("editor.find.matchCase"),
    regexp: t("editor.find.regexp"),
    "by word": t("editor.find.wholeWord"),
    replace: t("editor.find.one"),
    "replace all": t("editor.find.all"),
    close: t("editor.find.close"),
    "current match": t("editor.find.current"),
    "replaced match on line $": t("editor.find.currentLine"),
    "replaced $ matches": t("editor.find.many"),
    "on line": t("editor.find.on"),
    "Go to line": t("editor.find.goToLine"),
    go: t("editor.find.go"),
    Completions: t("editor.menu.name"),
  });
