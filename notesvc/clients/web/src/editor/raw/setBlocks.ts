/** Formulas and tables that span lines are set where the caret is not. Around it is their source, and below how a formula looks. */
import { syntaxTree } from "@codemirror/language";
import { searchPanelOpen } from "@codemirror/search";
import {
  EditorSelection,
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, type WidgetType } from "@codemirror/view";
import type { SyntaxNodeRef, Tree } from "@lezer/common";
import { noteOf } from "./embeds";
import { Formula } from "./formulas";
import { attributesOf, leadOf } from "./leads";
import { roughly } from "./ruler";
import { MOST, SetTable } from "./setTable";

/** What blocks stand in. */
const OUTER = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem)$/;

const focused = StateEffect.define<boolean>();

interface Shown {
  hasFocus: boolean;
  /** Whether the selection is where somebody works or looks for words. */
  isLive: boolean;
  set: DecorationSet;
}

/** For all of the text: its height counts while it is out of view. */
const blocks = StateField.define<Shown>({
  create: (state) => ({ hasFocus: false, isLive: false, set: shownIn(state, false) }),
  update(before, change) {
    // Where somebody types is the caret, also in a window that the system does not hold for the one in front.
    let hasFocus = before.hasFocus || change.isUserEvent("input");
    for (const effect of change.effects) if (effect.is(focused)) hasFocus = effect.value;
    const isLive = hasFocus || searchPanelOpen(change.state);
    const isSame =
      isLive === before.isLive &&
      !change.docChanged &&
      !change.selection &&
      syntaxTree(change.startState) === syntaxTree(change.state);
    return { hasFocus, isLive, set: isSame ? before.set : shownIn(change.state, isLive) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ set }) => set),
});

function shownIn(state: EditorState, isLive: boolean): DecorationSet {
  return Decoration.set(blocksIn(state).flatMap((block) => shownOf(state, block, isLive) ?? []));
}

function shownOf(state: EditorState, block: Block, isLive: boolean): Range<Decoration> | null {
  const { from, to, isTable } = block;
  const { doc, selection } = state;
  const first = doc.lineAt(from);
  const end = doc.lineAt(to).to;
  const isOpen = isLive && selection.ranges.some((range) => range.from <= end && range.to >= first.from);
  // The sign of an item stays in sight.
  const isSource = isOpen || !/^[\s>]*$/.test(first.text.slice(0, from - first.from));
  if (isTable && (isSource || doc.lineAt(to).number - first.number > MOST)) return null;
  const widget = widgetOf(state, block);
  return isSource
    ? Decoration.widget({ widget, block: true, side: 1 }).range(end)
    : Decoration.replace({ widget, block: true }).range(first.from, end);
}

function widgetOf(state: EditorState, { from, to, quotes, isTable }: Block): WidgetType {
  const source = sourceOf(state, from, to, quotes);
  const around = aroundOf(state, from, to);
  return isTable ? new SetTable(source, state.facet(noteOf), around) : new Formula(source, true, around);
}

interface Block {
  from: number;
  to: number;
  isTable: boolean;
  /** How many it stands in. */
  quotes: number;
}

const known = new WeakMap<Tree, Block[]>();

function blocksIn(state: EditorState): Block[] {
  const tree = syntaxTree(state);
  const found = known.get(tree) ?? readBlocks(tree);
  known.set(tree, found);
  return found;
}

function readBlocks(tree: Tree): Block[] {
  const found: Block[] = [];
  let quotes = 0;
  tree.iterate({
    enter: ({ name, from, to }: SyntaxNodeRef) => {
      const isTable = name === "Table";
      if (isTable || name === "BlockMath") found.push({ from, to, quotes, isTable });
      if (name === "Blockquote") quotes++;
      return OUTER.test(name);
    },
    leave: ({ name }) => {
      if (name === "Blockquote") quotes--;
    },
  });
  return found;
}

/** Without the signs of the quotes around it. */
function sourceOf(state: EditorState, from: number, to: number, quotes: number): string {
  const source = state.sliceDoc(from, to);
  return quotes === 0 ? source : source.replace(new RegExp(`\\n(?:[ \\t]*>){0,${quotes}}`, "g"), "\n");
}

const NOWHERE = { isActive: () => false, isTouched: () => false };

function aroundOf(state: EditorState, from: number, to: number) {
  const { doc } = state;
  const lead = leadOf(state, doc.lineAt(from), NOWHERE, roughly, doc.lineAt(to).to);
  return lead && attributesOf({ ...lead, back: 0 });
}

/** Up and down lead into what is set, as they lead into any other line. */
const enter =
  (isForward: boolean) =>
  (view: EditorView): boolean => {
    const { main } = view.state.selection;
    const next = view.moveVertically(main, isForward).head;
    const { set } = view.state.field(blocks);
    let inside: number | null = null;
    set.between(Math.min(main.head, next), Math.max(main.head, next), (from, to) => {
      const isBetween = isForward ? from > main.head && from <= next : to < main.head && to >= next;
      if (from < to && isBetween) inside ??= isForward ? from : to;
    });
    if (inside === null || !main.empty) return false;
    view.dispatch({ selection: EditorSelection.cursor(inside), scrollIntoView: true, userEvent: "select" });
    return true;
  };

export const setBlocks: Extension = [
  blocks,
  keymap.of([
    { key: "ArrowDown", run: enter(true) },
    { key: "ArrowUp", run: enter(false) },
  ]),
  EditorView.focusChangeEffect.of((_, hasFocus) => focused.of(hasFocus)),
];
