/** What the slash menu does. */
import { FilePanelExtension, insertOrUpdateBlockForSlashMenu } from "@blocknote/core/extensions";
import { openRaw } from "../blocks/openRaw";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { putInStep } from "../document/placing";
import { openMenu } from "./plugin";
import type { Command } from "./slash";

const BLOCKS: Partial<Record<Command, NoteBlock>> = {
  paragraph: { type: "paragraph" },
  bullet: { type: "bulletListItem" },
  numbered: { type: "numberedListItem" },
  task: { type: "checkListItem" },
  toggle: { type: "toggleListItem" },
  quote: { type: "quote" },
  callout: { type: "quote", content: "[!note] " },
  code: { type: "codeBlock" },
  mermaid: { type: "codeBlock", props: { language: "mermaid" }, content: "flowchart LR\n  A --> B" },
};

const RAW: Partial<Record<Command, string>> = {
  maths: "$$\n\n$$",
};

export function runCommand(editor: NoteEditor, command: Command): void {
  const level = /^heading([1-6])$/.exec(command)?.[1];
  if (level !== undefined) {
    insertOrUpdateBlockForSlashMenu(editor, { type: "heading", props: { level: Number(level) as 1 } });
    return;
  }
  const block = BLOCKS[command];
  if (block !== undefined) {
    const { id } = insertOrUpdateBlockForSlashMenu(editor, block);
    if (block.content !== undefined) editor.setTextCursorPosition(id, "end");
    return;
  }
  const raw = RAW[command];
  if (raw !== undefined) insertRaw(editor, raw);
  else if (command === "table") insertTable(editor);
  else if (command === "image" || command === "file") insertFile(editor, command);
  else if (command === "divider") insertDivider(editor);
  else if (command === "footnote") insertFootnote(editor);
  else if (command === "link") openMenu(editor.prosemirrorView, "[[");
  else editor.insertInlineContent(today(), { updateSelection: true });
}

/** The date as the journal names it. */
export function today(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function insertRaw(editor: NoteEditor, source: string): void {
  const block = insertOrUpdateBlockForSlashMenu(editor, { type: "rawMarkdown", content: source });
  openRaw(editor, block.id, source.startsWith("$$") ? 3 : source.length);
}

function insertTable(editor: NoteEditor): void {
  const row = () => ({ cells: ["", "", ""] });
  insertOrUpdateBlockForSlashMenu(editor, {
    type: "table",
    content: { type: "tableContent", headerRows: 1, rows: [row(), row(), row()] },
  } as NoteBlock);
}

function insertFile(editor: NoteEditor, type: "image" | "file"): void {
  const block = putInStep(editor, [{ type }])?.[0] ?? insertOrUpdateBlockForSlashMenu(editor, { type });
  if (block.id !== undefined) editor.getExtension(FilePanelExtension)?.showMenu(block.id);
}

function insertDivider(editor: NoteEditor): void {
  insertOrUpdateBlockForSlashMenu(editor, { type: "divider" });
}

/** The number in the text, and the footnote itself at the end. */
function insertFootnote(editor: NoteEditor): void {
  const used = new Set(JSON.stringify(editor.document).match(/\[\^\d+\]/g) ?? []);
  let number = 1;
  while (used.has(`[^${number}]`)) number += 1;
  editor.insertInlineContent(`[^${number}]`, { updateSelection: true });
  const last = editor.document.at(-1);
  if (last === undefined) return;
  const source = `[^${number}]: `;
  const [note] = editor.insertBlocks([{ type: "rawMarkdown", content: source }], last, "after");
  if (note !== undefined) openRaw(editor, note.id, source.length);
}
