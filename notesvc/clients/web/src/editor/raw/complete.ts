/** The suggestions of `[[`, `#`, `$` and `@` in the raw surface. */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  currentCompletions,
  setSelectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import { Problem } from "../../api";
import { t } from "../../i18n";
import { assist } from "../../state/assist";
import { escaped } from "../anchorLink";
import { anchorThere, notLinked } from "../blockThere";
import { type Choice, type Item, itemsFor, type LinkChoice, type WithoutAnchor } from "../menus/items";
import { isQuery, openedBy, type Trigger } from "../menus/triggers";
import { addPerson, createNote, noteAddress, type WorkspaceContext } from "../workspaceContext";

const MEANT = "meant";
const SIGNS: Trigger[] = ["[[", "#", "$", "@"];

/** The sign that the caret stands behind, and what was typed since. */
export function askedFor(before: string): { sign: Trigger; query: string } | undefined {
  for (const sign of SIGNS) {
    const at = before.lastIndexOf(sign);
    if (at < 0 || openedBy(before.slice(0, at + sign.length)) !== sign) continue;
    const query = before.slice(at + sign.length);
    if (isQuery(sign, query)) return { sign, query };
  }
  return undefined;
}

export function completion(workspace: WorkspaceContext): Extension {
  return [
    Prec.highest(keymap.of([{ key: "Tab", run: acceptCompletion }])),
    EditorView.updateListener.of(chooseMeant),
    autocompletion({
      override: [(context) => offered(context, workspace)],
      icons: false,
      interactionDelay: 0,
      selectOnOpen: false,
      optionClass: () => "note-menu-row",
      tooltipClass: () => "note-menu",
    }),
  ];
}

/** What was probably meant is chosen when the list comes; elsewhere Enter and Tab are the text's. */
function chooseMeant({ view, state, startState }: ViewUpdate): void {
  const list = currentCompletions(state);
  if (list !== currentCompletions(startState) && list[0]?.type === MEANT)
    view.dispatch({ effects: setSelectedCompletion(0) });
}

/** What there is to choose from. For a letter more the context has no view, so the first one's is kept. */
function offered(
  context: CompletionContext,
  workspace: WorkspaceContext,
  view = context.view,
): CompletionResult | null {
  const list = suggestions(context, workspace, view);
  // With the letter itself: in a list that is asked for later, Enter would find nothing to choose.
  return list && { ...list, update: (_list, _from, _to, now) => offered(now, workspace, view) };
}

function suggestions(
  context: CompletionContext,
  workspace: WorkspaceContext,
  view: EditorView | undefined,
): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(Math.max(0, context.pos - line.from - 260), context.pos - line.from);
  if (/^\s*\/\w{0,8}$/.test(line.text)) return slash(context, line.from, workspace);
  const asked = askedFor(before);
  if (asked === undefined || isInCode(context.state, context.pos)) return null;
  const from = context.pos - asked.query.length - asked.sign.length;
  const again = () => {
    const isThere = view?.state.selection.main.head === context.pos;
    if (view && isThere && !context.aborted) startCompletion(view);
  };
  const items = itemsFor(asked.sign, asked.query, workspace, again);
  return {
    from,
    filter: false,
    options: items.map((item) => option(item, asked.query, workspace)),
  };
}

/** What a line with nothing but a slash and a few letters can become. */
function slash(
  { pos }: CompletionContext,
  from: number,
  { noteId }: WorkspaceContext,
): CompletionResult | null {
  if (!assist.isOffered(noteId)) return null;
  const apply = (view: EditorView) => {
    view.dispatch({ changes: { from, to: pos } });
    assist.open({ noteId, scope: "line" });
  };
  return {
    from,
    filter: false,
    options: [{ label: "/ai", detail: t("editor.slash.assist"), type: MEANT, apply }],
  };
}

function option(item: Item, query: string, workspace: WorkspaceContext): Completion {
  const made: Completion = {
    label: item.name,
    apply: (view, _, from, to) => put(view, item.choice, query, from, to, workspace),
  };
  if (item.detail !== undefined) made.detail = item.detail;
  if (item.isMeant) made.type = MEANT;
  return made;
}

function put(
  view: EditorView,
  choice: Choice,
  query: string,
  from: number,
  to: number,
  workspace: WorkspaceContext,
): void {
  if ((choice.kind === "note" || choice.kind === "noteById") && choice.block) {
    void putBlock(view, { from, to }, choice, choice.block, workspace);
    return;
  }
  const text = written(choice, query);
  // The closing brackets may stand there already.
  const after = view.state.sliceDoc(to, to + 2);
  const end = choice.kind !== "text" && after === "]]" ? to + 2 : to;
  // Nothing embeds a note by its id.
  const start = choice.kind === "noteById" && view.state.sliceDoc(from - 1, from) === "!" ? from - 1 : from;
  view.dispatch({
    changes: { from: start, to: end, insert: text },
    selection: { anchor: start + text.length },
  });
  if (choice.kind === "createNote") void createNote(workspace, choice.title);
  if (choice.kind === "addPerson") void addPerson(choice.name);
}

/** The link is written when the block has its id; what was typed stands until then, and stays where it has none. */
async function putBlock(
  view: EditorView,
  { from, to }: { from: number; to: number },
  choice: LinkChoice,
  { noteId, ...chosen }: WithoutAnchor,
  workspace: WorkspaceContext,
): Promise<void> {
  const typed = view.state.sliceDoc(from, to);
  closeCompletion(view);
  try {
    const anchor = noteId ? await anchorThere(noteId, chosen) : workspace.ownBlocks?.anchorOf(chosen);
    if (anchor === undefined) throw new Problem(404, "no_block", "");
    const at = placeOf(view.state, typed, from);
    const { block: _, ...link } = choice;
    if (at !== null) put(view, { ...link, anchor }, "", at, at + typed.length, workspace);
  } catch (error) {
    notLinked(error);
  }
}

/** Where what was typed stands by now: there still, or in one place alone. */
function placeOf(state: EditorState, typed: string, from: number): number | null {
  if (state.sliceDoc(from, from + typed.length) === typed) return from;
  const text = state.doc.toString();
  const found = text.indexOf(typed);
  return found >= 0 && text.indexOf(typed, found + 1) < 0 ? found : null;
}

function written(choice: Choice, query: string): string {
  const alias = query.includes("|") ? `|${query.split("|")[1] ?? ""}` : "";
  switch (choice.kind) {
    case "text":
      return choice.text;
    case "note":
      return `[[${choice.title}${choice.anchor ? `#${choice.anchor}` : ""}${alias}]]`;
    case "noteById":
      return `[${escaped(alias.slice(1) || choice.title)}](${noteAddress(choice.noteId, choice.anchor)})`;
    case "createNote":
      return `[[${choice.title}]]`;
    case "addPerson":
      return `$${choice.name}`;
    default:
      return "";
  }
}

export const isInCode = (state: EditorState, position: number): boolean => isWithin(state, position, /Code/);

/** Whether what stands here is code or a formula in lines of its own. */
export const isUnread = (state: EditorState, position: number): boolean =>
  isWithin(state, position, /^(?:CodeBlock|FencedCode|BlockMath)$/);

function isWithin(state: EditorState, position: number, kind: RegExp): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1); node.parent; node = node.parent)
    if (kind.test(node.name)) return true;
  return false;
}
