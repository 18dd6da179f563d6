/** Shows what the text says between the lines: tokens, formulas, callouts. Only paragraphs that changed are looked at. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { blockIdOf } from "../../render/blockIds";
import { highlightsOf, SIGN } from "../../render/highlights";
import { type Token, tokensOf } from "../../render/tokens";
import { followToken, type WorkspaceContext } from "../workspaceContext";
import { calloutLook } from "./callout";
import { formula, settledAs } from "./formula";
import { readable } from "./readable";
import { type Script, scriptsOf } from "./scripts";

interface Shown {
  set: DecorationSet;
  /** Formulas; the one with the caret in it is shown as its source. */
  formulas: DecorationSet;
}

const key = new PluginKey<Shown>("tokens");
const ALL_ANEW = "tokens.anew";

/** The decorations of one paragraph whose inside begins at `start`. */
export function decorationsOf(paragraph: Node, start: number, workspace: WorkspaceContext): Decoration[] {
  const text = readable(paragraph);
  const found = tokensOf(text, workspace.reading.names).flatMap((token) => lookOf(token, start, workspace));
  for (const each of highlightsOf(text)) found.push(...highlight(start + each.start, start + each.end));
  for (const each of scriptsOf(paragraph)) found.push(...script(each, start));
  found.push(...unspelt(paragraph, start), ...idSign(paragraph, text, start));
  if (paragraph.type.name === "quote") found.push(...calloutLook(paragraph, start));
  return found;
}

function lookOf(token: Token, start: number, workspace: WorkspaceContext): Decoration[] {
  const [from, to] = [start + token.start, start + token.end];
  if (token.kind === "maths") return formula(token, from, to);
  const attributes: Record<string, string> = { class: `token token-${token.kind}`, spellcheck: "false" };
  if (token.kind === "tag") {
    const colour = workspace.tags.find((tag) => tag.tag.toLowerCase() === token.value.toLowerCase())?.color;
    if (colour) attributes.style = `--tag: ${colour}`;
  }
  const whole = Decoration.inline(from, to, attributes, { token });
  if (token.kind === "address") return [whole];
  if (token.kind === "footnote") return [whole, ...signs(from, to)];
  return [whole, Decoration.inline(from, from + 1, { class: "token-sign" })];
}

/** Code is in no language. */
function unspelt(paragraph: Node, start: number): Decoration[] {
  const found: Decoration[] = [];
  paragraph.forEach(({ marks, nodeSize }, at) => {
    if (marks.some(({ type }) => type.name === "code"))
      found.push(Decoration.inline(start + at, start + at + nodeSize, { spellcheck: "false" }));
  });
  return found;
}

/** The id at the end of a block is seen, but steps back. */
function idSign({ lastChild, content }: Node, text: string, start: number): Decoration[] {
  const from = blockIdOf(text)?.start ?? -1;
  if (!lastChild?.isText || from < content.size - lastChild.nodeSize) return [];
  return [Decoration.inline(start + from, start + content.size, { class: "block-id" })];
}

/** Its signs are seen while the caret is in it. */
function highlight(from: number, to: number): Decoration[] {
  const spec = settledAs();
  const sign = { class: "highlight-sign" };
  return [
    Decoration.inline(from, to, { class: "highlighted" }),
    Decoration.inline(from, to, {}, spec),
    Decoration.inline(from, from + SIGN, sign, { ...spec, sign: "opening" }),
    Decoration.inline(to - SIGN, to, sign, { ...spec, sign: "closing" }),
  ];
}

/** Words below or above the line; their tags are seen while the caret is in them. */
function script({ tag, from, to }: Script, start: number): Decoration[] {
  const spec = settledAs();
  const sign = { class: "script-sign" };
  const [first, last] = [start + from, start + to];
  return [
    Decoration.inline(first + 1, last - 1, { nodeName: tag }),
    Decoration.inline(first, last, {}, spec),
    Decoration.node(first, first + 1, sign, { ...spec, sign: "opening" }),
    Decoration.node(last - 1, last, sign, { ...spec, sign: "closing" }),
  ];
}

/** What stands around a footnote's number is seen while the caret is in it, as a formula's source is. */
function signs(from: number, to: number): Decoration[] {
  const spec = settledAs();
  const hidden = { class: "token-bracket" };
  return [
    Decoration.inline(from, from + 2, hidden, { ...spec, sign: "opening" }),
    Decoration.inline(to - 1, to, hidden, { ...spec, sign: "closing" }),
  ];
}

function inRange(doc: Node, from: number, to: number, workspace: WorkspaceContext): Decoration[] {
  const found: Decoration[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isTextblock) return true;
    if (!node.type.spec.code) found.push(...decorationsOf(node, position + 1, workspace));
    return false;
  });
  return found;
}

/** The paragraphs that a change touched, as ranges of the new document. */
function touched(change: Transaction): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  change.mapping.maps.forEach((map, index) => {
    map.forEach((_from, _to, from, to) => {
      const rest = change.mapping.slice(index + 1);
      const start = change.doc.resolve(rest.map(from, -1));
      const end = change.doc.resolve(rest.map(to, 1));
      ranges.push([
        start.parent.isTextblock ? start.before() : start.pos,
        end.parent.isTextblock ? end.after() : end.pos,
      ]);
    });
  });
  return ranges;
}

/** What is shown of these paragraphs, and not what begins right behind them or ends before. */
const within = (set: DecorationSet, from: number, to: number): Decoration[] =>
  set.find(from, to).filter((each) => each.to > from && each.from < to);

const isFormula = (each: Decoration) => each.spec.formula !== undefined;

function whole(doc: Node, workspace: WorkspaceContext): Shown {
  const found = inRange(doc, 0, doc.content.size, workspace);
  return {
    set: DecorationSet.create(
      doc,
      found.filter((each) => !isFormula(each)),
    ),
    formulas: DecorationSet.create(doc, found.filter(isFormula)),
  };
}

function changed(shown: Shown, change: Transaction, workspace: WorkspaceContext): Shown {
  let set = shown.set.map(change.mapping, change.doc);
  let formulas = shown.formulas.map(change.mapping, change.doc);
  for (const [from, to] of touched(change)) {
    const found = inRange(change.doc, from, to, workspace);
    set = set.remove(within(set, from, to)).add(
      change.doc,
      found.filter((each) => !isFormula(each)),
    );
    formulas = formulas.remove(within(formulas, from, to)).add(change.doc, found.filter(isFormula));
  }
  return { set, formulas };
}

/** The names of what the caret is in, or beside. */
function opened(state: EditorState): string[] {
  const { from, to } = state.selection;
  const found = key.getState(state)?.formulas.find(from, to) ?? [];
  return found.map((each) => each.spec.formula as string);
}

/** A formula is set unless the caret is in it. */
function settled(state: EditorState): DecorationSet | undefined {
  const formulas = key.getState(state)?.formulas;
  const open = opened(state);
  if (formulas === undefined || open.length === 0) return formulas;
  return formulas.remove(
    formulas.find(undefined, undefined, (spec) => open.includes(spec.formula as string)),
  );
}

export function tokenPlugin(workspace: WorkspaceContext): Plugin<Shown> {
  return new Plugin<Shown>({
    key,
    state: {
      init: (_, state) => whole(state.doc, workspace),
      apply(change, shown) {
        if (change.getMeta(ALL_ANEW) === true) return whole(change.doc, workspace);
        return change.docChanged ? changed(shown, change, workspace) : shown;
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.set,
      handleClick(view, position, event) {
        const isAsked = event.ctrlKey || event.metaKey || isSign(event.target) || !view.editable;
        return isAsked && followAt(view, position, workspace);
      },
      handleKeyDown(view, event) {
        const isAsked = event.key === "Enter" && (event.ctrlKey || event.metaKey);
        return isAsked && followAt(view, view.state.selection.from, workspace);
      },
    },
  });
}

/**
 * A caret that comes from elsewhere to hidden signs stands outside them: where it seems to be, for they were not seen. Else
 * what is typed behind a footnote would be within its brackets.
 */
function outsideSigns(
  changes: readonly Transaction[],
  before: EditorState,
  state: EditorState,
): Transaction | null {
  const { selection } = state;
  const hasMoved = !selection.eq(before.selection) && !changes.some(({ docChanged }) => docChanged);
  if (!hasMoved || !(selection instanceof TextSelection) || !selection.empty) return null;
  const { head } = selection;
  const seen = new Set(opened(before));
  const isHidden = (spec: Record<string, unknown>) =>
    spec.sign !== undefined && !seen.has(spec.formula as string);
  const outside = (key.getState(state)?.formulas.find(head, head, isHidden) ?? [])
    .map(({ from, to, spec }) => (spec.sign === "opening" ? from : to))
    .find((place) => place !== head);
  return outside === undefined ? null : state.tr.setSelection(TextSelection.create(state.doc, outside));
}

/** Formulas apart from the tokens: they depend on where the caret is. */
export const formulaPlugin = () =>
  new Plugin({ props: { decorations: settled }, appendTransaction: outsideSigns });

/** Look at the whole text again: tags, people or colours are others now. */
export function showTokensAnew(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(ALL_ANEW, true).setMeta("addToHistory", false));
}

const isSign = (target: EventTarget | null) =>
  target instanceof Element && target.closest(".token-sign") !== null;

function followAt(view: EditorView, position: number, workspace: WorkspaceContext): boolean {
  const found = key.getState(view.state)?.set.find(position, position, (spec) => spec.token !== undefined)[0];
  const token = found?.spec.token as Token | undefined;
  return token !== undefined && followToken(workspace, token);
}
