/** A block that becomes one of another kind, with what it says. */
import type { Block } from "../../blocks";
import { calloutOf } from "../../render/callouts";
import { plain } from "../../render/headings";
import type { NoteBlock, NoteEditor } from "../blocks/schema";

export const KINDS_TO_BE = [
  "paragraph",
  "heading1",
  "heading2",
  "heading3",
  "bullet",
  "numbered",
  "task",
  "toggle",
  "quote",
  "callout",
  "code",
] as const;
export type KindToBe = (typeof KINDS_TO_BE)[number];

const TYPES: Record<KindToBe, NoteBlock> = {
  paragraph: { type: "paragraph" },
  heading1: { type: "heading", props: { level: 1 } },
  heading2: { type: "heading", props: { level: 2 } },
  heading3: { type: "heading", props: { level: 3 } },
  bullet: { type: "bulletListItem" },
  numbered: { type: "numberedListItem" },
  task: { type: "checkListItem" },
  toggle: { type: "toggleListItem" },
  quote: { type: "quote" },
  callout: { type: "quote" },
  code: { type: "codeBlock" },
};

/** Whether the block has words that another kind could say. */
export const canTurn = (block: Block): boolean =>
  Array.isArray(block.content) && block.type !== "rawMarkdown";

export function turnInto(editor: NoteEditor, id: string, kind: KindToBe): void {
  const block = editor.getBlock(id) as unknown as Block | undefined;
  if (block === undefined || !canTurn(block)) return;
  editor.transact(() => {
    editor.updateBlock(id, { ...TYPES[kind], content: contentFor(block, kind) } as NoteBlock);
  });
  editor.setTextCursorPosition(id, "end");
  editor.focus();
}

function contentFor(block: Block, kind: KindToBe): unknown {
  const content = Array.isArray(block.content) ? block.content : [];
  const head = block.type === "quote" ? calloutOf(content) : null;
  const said = head === null ? content : withoutHead(content, head.length);
  if (kind === "code") return plain(said);
  if (block.type === "codeBlock") return plain(said);
  return kind === "callout" ? [{ type: "text", text: "[!note] ", styles: {} }, ...said] : said;
}

function withoutHead(content: NonNullable<Exclude<Block["content"], { rows: unknown }>>, length: number) {
  const [first, ...rest] = content;
  return first?.type === "text" ? [{ ...first, text: first.text.slice(length) }, ...rest] : content;
}
