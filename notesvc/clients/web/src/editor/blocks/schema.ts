/** All that a note may hold in the block surface: BlockNote's own kinds, and ours for what it cannot say. */
import { BlockNoteSchema, defaultBlockSpecs, defaultInlineContentSpecs } from "@blocknote/core";
import { t } from "../../i18n";
import { codeBlock } from "./Code";
import { audio, file, image, video } from "./files";
import { mdInline } from "./MarkdownInline";
import { numberedListItem } from "./numbers";
import { rawMarkdown } from "./RawMarkdown";
import { wikiLink } from "./WikiLink";

/** A task: BlockNote's own, with a name for its box. */
const usual = defaultBlockSpecs.checkListItem;
const { implementation } = usual;

const checkListItem: typeof usual = {
  ...usual,
  implementation: {
    ...implementation,
    render(block, editor) {
      const shown = implementation.render.call(this, block, editor);
      const box = shown.dom.querySelector("input");
      box?.setAttribute("aria-label", t("editor.tools.task"));
      box?.classList.add("task-box");
      return shown;
    },
  },
};

const { audio: _a, file: _f, image: _i, video: _v, codeBlock: _c, ...text } = defaultBlockSpecs;

export const schema = BlockNoteSchema.create({
  blockSpecs: { ...text, checkListItem, numberedListItem, codeBlock, audio, file, image, video, rawMarkdown },
  inlineContentSpecs: { ...defaultInlineContentSpecs, wikiLink, mdInline },
});

export type NoteEditor = typeof schema.BlockNoteEditor;
export type NoteBlock = typeof schema.PartialBlock;
