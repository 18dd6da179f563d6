/** All that a note may hold in the block surface: BlockNote's own kinds, and ours for what it cannot say. */
import { BlockNoteSchema, defaultBlockSpecs, defaultInlineContentSpecs } from "@blocknote/core";
import { codeBlock } from "./Code";
import { audio, file, image, video } from "./files";
import { mdInline } from "./MarkdownInline";
import { rawMarkdown } from "./RawMarkdown";
import { checkListItem } from "./task";
import { wikiLink } from "./WikiLink";

const { audio: _a, file: _f, image: _i, video: _v, codeBlock: _c, ...text } = defaultBlockSpecs;

export const schema = BlockNoteSchema.create({
  blockSpecs: { ...text, checkListItem, codeBlock, audio, file, image, video, rawMarkdown },
  inlineContentSpecs: { ...defaultInlineContentSpecs, wikiLink, mdInline },
});

export type NoteEditor = typeof schema.BlockNoteEditor;
export type NoteBlock = typeof schema.PartialBlock;
