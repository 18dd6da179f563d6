/** CodeMirror's own words in the language of the person. */
import { EditorState } from "@codemirror/state";
import { t } from "../../i18n";

export const phrases = () =>
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
