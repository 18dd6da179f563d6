/** Numbered items show the number that is stored: a start that is given counts, which BlockNote drops within a list. */
import { defaultBlockSpecs, type Extension, type ExtensionFactoryInstance } from "@blocknote/core";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { ReplaceStep, type Step } from "@tiptap/pm/transform";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { numberBelow } from "../../blocks";

type Rule = NonNullable<Extension["inputRules"]>[number];

const usual = defaultBlockSpecs.numberedListItem;

export const numberedListItem: typeof usual = { ...usual, extensions: usual.extensions?.map(counting) };

/** The library's keys and signs, with our numbers in the place of its own. */
function counting(made: Extension | ExtensionFactoryInstance): ExtensionFactoryInstance {
  return (options) => {
    const extension = typeof made === "function" ? made(options) : made;
    return { ...extension, inputRules: extension.inputRules?.map(goingOn), prosemirrorPlugins: [numbers()] };
  };
}

/** Below `1.` a typed `2.` goes on: it starts nothing. */
function goingOn(rule: Rule): Rule {
  return {
    ...rule,
    replace(typed) {
      const block = rule.replace(typed);
      const { $from } = typed.editor.prosemirrorState.selection;
      const next = nextNumber($from.doc.resolve($from.before($from.depth - 1)));
      return block?.props?.start === next ? { ...block, props: { ...block.props, start: undefined } } : block;
    },
  };
}

function numbers(): Plugin<DecorationSet> {
  const key = new PluginKey<DecorationSet>("numbers");
  return new Plugin({
    key,
    state: {
      init: (_config, { doc }) => numbered(doc),
      apply(change, shown) {
        if (!change.docChanged) return shown;
        // Behind each key all blocks would be gone through.
        return changesWordsAlone(change) ? shown.map(change.mapping, change.doc) : numbered(change.doc);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function numbered(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((group, at) => {
    if (group.type.name !== "blockGroup") return !group.isTextblock;
    let number = 0;
    group.forEach((block, offset) => {
      const { firstChild: content } = block;
      number = numberOf(block, number);
      if (content?.type.name !== "numberedListItem") return;
      const from = at + 1 + offset + 1;
      found.push(Decoration.node(from, from + content.nodeSize, { "data-index": String(number) }));
    });
    return true;
  });
  return DecorationSet.create(doc, found);
}

/** The number that an item at this place between blocks would have by those above it. */
export function nextNumber($at: ResolvedPos): number {
  let number = 0;
  for (let at = 0; at < $at.index(); at++) number = numberOf($at.parent.child(at), number);
  return number + 1;
}

const numberOf = ({ firstChild: content }: Node, before: number): number =>
  content === null ? 0 : numberBelow(before, { type: content.type.name, props: content.attrs });

const changesWordsAlone = (change: Transaction): boolean =>
  change.steps.every((step, number) => isOfWords(step, change.docs[number] as Node));

/** Whether it takes words of one block, and puts words there. */
function isOfWords(step: Step, doc: Node): boolean {
  if (!(step instanceof ReplaceStep)) return false;
  const { from, to, slice } = step;
  const start = doc.resolve(from);
  const isWithin = start.parent.inlineContent && to <= start.end();
  return isWithin && slice.openStart === 0 && slice.openEnd === 0 && slice.content.content.every(isInline);
}

const isInline = (node: Node): boolean => node.isInline;
