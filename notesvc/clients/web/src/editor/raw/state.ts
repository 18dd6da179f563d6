/** The state of the raw surface for one text. */
import { history } from "@codemirror/commands";
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { highlightSelectionMatches } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { dropCursor, EditorView, placeholder } from "@codemirror/view";
import { t } from "../../i18n";
import { nonce } from "../../nonce";
import { findPanel } from "../find/panel";
import { rawModes } from "../modes/raw";
import type { WorkspaceContext } from "../workspaceContext";
import { type Writing, writing } from "../writing";
import { completion } from "./complete";
import { copying } from "./copying";
import { direction } from "./direction";
import { noteOf } from "./embeds";
import { emptyTasks } from "./emptyTasks";
import { files } from "./files";
import { wrapping } from "./formatting";
import { people } from "./formulas";
import { highlight } from "./highlight";
import { keys } from "./keys";
import { keepLineEnds } from "./lineEnds";
import { numbersWithoutGaps } from "./lists";
import { look, plainLook } from "./look";
import { marks } from "./marks";
import { maths } from "./maths";
import { withPast } from "./past";
import { pasting } from "./pasting";
import { preview } from "./preview";
import { selected } from "./selected";
import { typedSigns } from "./signs";
import { tapped } from "./tapped";

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

const showing = new Compartment();
const shownAs = (how: Writing, isLong: boolean): Extension => [
  how.markdown === "preview" && !isLong ? preview : plainLook,
  rawModes(how),
];

/** As the person wants to write on this device, now and when they change it. */
export function followWriting(view: EditorView): () => void {
  return writing.listen(() => {
    const isLong = view.state.doc.length > LONG;
    view.dispatch({ effects: showing.reconfigure(shownAs(writing.get(), isLong)) });
  });
}

export interface Given {
  text: string;
  isEditable: boolean;
  /** Where React shows something in the text. */
  places: Extension;
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
    direction,
    [people.of(() => workspace.reading.names), noteOf.of(workspace.noteId), given.places],
    EditorView.contentAttributes.of({
      "aria-label": t("editor.label"),
      spellcheck: isLong ? "false" : "true",
    }),
    editing.of(mayEdit(isEditable)),
    [selected, tapped],
    dropCursor(),
    placeholder(t("editor.raw.empty")),
    look,
    showing.of(shownAs(writing.get(), isLong)),
    [wrapping, typedSigns, numbersWithoutGaps],
    phrases(),
    findPanel,
    completion(workspace),
    copying(),
    pasting(workspace.noteId),
    files(workspace.noteId),
    EditorView.updateListener.of((update) => update.docChanged && changed()),
    keys(workspace),
  ];
  if (!isLong)
    extensions.push(
      markdown({ base: markdownLanguage, addKeymap: false, extensions: [emptyTasks, highlight, maths] }),
      highlightSelectionMatches(),
      marks(workspace),
    );
  const config = { doc: text, extensions };
  // In a room the steps back are the room's.
  return given.history || isLong ? EditorState.create(config) : withPast(workspace.noteId, config);
}

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
