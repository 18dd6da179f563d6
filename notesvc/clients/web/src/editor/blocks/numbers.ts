/** Numbered items, which keep their numbers while words alone change: BlockNote goes through all blocks behind each key. */
import { defaultBlockSpecs, type Extension, type ExtensionFactoryInstance } from "@blocknote/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, type PluginSpec, type Transaction } from "@tiptap/pm/state";
import { ReplaceStep, type Step } from "@tiptap/pm/transform";
import type { DecorationSet } from "@tiptap/pm/view";

/** What the library's plugin keeps: the number of each item. */
interface Numbers {
  decorations: DecorationSet;
}

const usual = defaultBlockSpecs.numberedListItem;

export const numberedListItem: typeof usual = { ...usual, extensions: usual.extensions?.map(calm) };

function calm(made: Extension | ExtensionFactoryInstance): ExtensionFactoryInstance {
  return (options) => {
    const extension = typeof made === "function" ? made(options) : made;
    return { ...extension, prosemirrorPlugins: extension.prosemirrorPlugins?.map(skippingWords) };
  };
}

function skippingWords(plugin: Plugin): Plugin {
  const spec = plugin.spec as PluginSpec<Numbers>;
  const { state } = spec;
  if (state === undefined) return plugin;
  return new Plugin<Numbers>({
    ...spec,
    state: {
      ...state,
      apply(change, numbers, before, now) {
        if (!changesWordsAlone(change)) return state.apply.call(this, change, numbers, before, now);
        return { decorations: numbers.decorations.map(change.mapping, change.doc) };
      },
    },
  });
}

const changesWordsAlone = (change: Transaction): boolean =>
  change.docChanged && change.steps.every((step, number) => isOfWords(step, change.docs[number] as Node));

/** Whether it takes words of one block, and puts words there. */
function isOfWords(step: Step, doc: Node): boolean {
  if (!(step instanceof ReplaceStep)) return false;
  const { from, to, slice } = step;
  const start = doc.resolve(from);
  const isWithin = start.parent.inlineContent && to <= start.end();
  return isWithin && slice.openStart === 0 && slice.openEnd === 0 && slice.content.content.every(isInline);
}

const isInline = (node: Node): boolean => node.isInline;
