/** Shows tokens and links to notes in the raw text, as far as it is in view, and follows them on Ctrl or ⌘ and a click. */
import { syntaxTree } from "@codemirror/language";
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { to } from "../../addresses";
import { type Token, tokensOf } from "../../render/tokens";
import { openMade } from "../../ui/firstWords";
import { createNote, followLink, followTitle, followToken, type WorkspaceContext } from "../workspaceContext";
import { isInCode, isUnread } from "./complete";
import { peopleChanged } from "./formulas";

interface Link {
  kind: "wiki" | "link";
  value: string;
}
type Found = { from: number; to: number; what: Token | Link };

const WIKI = /\[\[([^[\]\n|]+)(?:\|[^[\]\n]*)?\]\]/g;
const LINK = /\[[^[\]\n]*\]\(\s*<?([^()\s<>]+)>?[^()\n]*\)/g;
const CODE = /`+[^`\n]+`+/g;

/** What can be followed in a line of markdown; nothing in a formula can. */
export function foundIn(line: string, start: number, workspace: Pick<WorkspaceContext, "reading">): Found[] {
  const found: Found[] = [];
  const blank = (text: string) => "\uFFFC".repeat(text.length);
  let rest = line.replace(CODE, blank);
  const take = (pattern: RegExp, kind: "wiki" | "link") => {
    rest = rest.replace(pattern, (whole: string, value: string, at: number) => {
      found.push({ from: start + at, to: start + at + whole.length, what: { kind, value } });
      return blank(whole);
    });
  };
  if (rest.includes("$"))
    for (const token of tokensOf(rest, workspace.reading.names)) {
      if (token.kind !== "maths") continue;
      found.push({ from: start + token.start, to: start + token.end, what: token });
      rest = rest.slice(0, token.start) + blank(rest.slice(token.start, token.end)) + rest.slice(token.end);
    }
  take(WIKI, "wiki");
  take(LINK, "link");
  for (const token of tokensOf(rest, workspace.reading.names))
    found.push({ from: start + token.start, to: start + token.end, what: token });
  return found.sort((a, b) => a.from - b.from);
}

function decorated(view: EditorView, workspace: WorkspaceContext): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (let position = from; position <= to; ) {
      const line = view.state.doc.lineAt(position);
      // Indented code begins behind the blanks.
      const first = line.from + line.text.search(/\S|$/) + 1;
      // A line of many thousand characters is no prose.
      if (line.length < 20_000 && !isUnread(view.state, Math.min(first, line.to)))
        for (const each of foundIn(line.text, line.from, workspace))
          builder.add(each.from, each.to, Decoration.mark({ class: `raw-${each.what.kind}` }));
      position = line.to + 1;
    }
  return builder.finish();
}

export function marks(workspace: WorkspaceContext): Extension {
  const shown = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorated(view, workspace);
      }
      update(update: ViewUpdate) {
        const isAsked = update.transactions.some((change) =>
          change.effects.some((each) => each.is(peopleChanged)),
        );
        // A long text is read in pieces: what code is may become known later.
        const isRead = syntaxTree(update.startState) !== syntaxTree(update.state);
        if (update.docChanged || update.viewportChanged || isRead || isAsked)
          this.decorations = decorated(update.view, workspace);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
  return [
    shown,
    EditorView.domEventHandlers({ mousedown: (event, view) => clicked(event, view, workspace) }),
  ];
}

function clicked(event: MouseEvent, view: EditorView, workspace: WorkspaceContext): boolean {
  // Where nobody may write, a press can only mean to follow.
  if (event.button !== 0 || !(event.ctrlKey || event.metaKey || view.state.readOnly)) return false;
  const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
  return position !== null && follow(view, position, workspace);
}

/** Follow what stands at a place of the text; a title without a note makes the note. */
export function follow(view: EditorView, position: number, workspace: WorkspaceContext): boolean {
  const line = view.state.doc.lineAt(position);
  const found = foundIn(line.text, line.from, workspace).find(
    ({ from, to }) => position >= from && position <= to,
  );
  if (found === undefined || isInCode(view.state, position)) return false;
  const { what } = found;
  if ("start" in what) return followToken(workspace, what);
  if (what.kind === "link") followLink(workspace, what.value);
  else if (!followTitle(workspace, what.value) && !view.state.readOnly)
    void openMade(
      () => createNote(workspace, what.value.split("#")[0] ?? ""),
      (id) => workspace.go(to.note(id)),
    );
  return true;
}
