/** Ticks a task where it is only listed: that line of its note changes, by the save that every change takes. */
import { type Note, Problem } from "../../api";
import type { Block } from "../../blocks";
import type { Edit } from "../../saving/document";
import { read, write } from "../../saving/service";
import { client } from "../../state/client";
import { noteKey, noteWasWritten } from "../../state/notes";
import type { DueTask } from "../../state/tasks";

const TASK = /^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])(?=\][ \t])/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

type Texts = Pick<Note, "content" | "richContent" | "mode">;

/** The revision that a tick of ours made of another one: it moved no other task. */
const made = new Map<string, string>();
let last: Promise<unknown> = Promise.resolve();

/** Tick it, or take the tick away. Throws Problem; 412 where the note is not what the list was read from. */
export function setDone(task: DueTask, isDone: boolean): Promise<void> {
  const next = last.then(() => change(task, isDone));
  last = next.catch(() => {});
  return next;
}

async function change({ noteId, line, etag: seen }: DueTask, isDone: boolean): Promise<void> {
  let etag = seen;
  for (let next = made.get(noteId + etag); next !== undefined; next = made.get(noteId + etag)) etag = next;
  const now = await read(noteId, { peek: true });
  const edit = now?.etag === etag ? withTick(now.note, line, isDone) : null;
  if (edit === null) throw new Problem(412, "precondition_failed", "");
  const saved = await write(noteId, edit, etag, "manual");
  if (saved.etag !== etag) made.set(noteId + etag, saved.etag);
  noteWasWritten(saved);
  void client.invalidateQueries({ queryKey: noteKey(noteId) });
}

/** The texts with the task of that line, counted from 1, done or open; null where no such task stands there. */
export function withTick(note: Texts, line: number, isDone: boolean): Edit | null {
  const lines = note.content.split("\n");
  const before = lines[line - 1] ?? "";
  const found = TASK.exec(before);
  if (found === null || (found[2] !== " ") === isDone) return null;
  const at = found[0].length;
  lines[line - 1] = before.slice(0, at - 1) + (isDone ? "x" : " ") + before.slice(at);
  const content = lines.join("\n");
  const richContent = note.mode === "block" ? blocksWithTick(note, line, isDone) : null;
  return richContent === null ? { content } : { content, richContent };
}

/** The blocks, which may hold more than the markdown; null where it is not certain which of them the task is. */
function blocksWithTick({ content, richContent }: Texts, line: number, isDone: boolean): Block[] | null {
  const blocks = structuredClone(richContent ?? []) as Block[];
  const items: Block[] = [];
  const walk = (block: Block): void => {
    if (isTicked(block) !== undefined) items.push(block);
    block.children?.forEach(walk);
  };
  blocks.forEach(walk);
  const tasks = tasksOf(content);
  const isSame =
    tasks.length === items.length && tasks.every((task, at) => task.isDone === isTicked(items[at]));
  const item = isSame ? items[tasks.findIndex((task) => task.line === line)] : undefined;
  if (item === undefined) return null;
  tick(item, isDone);
  return blocks;
}

/** A numbered task is an item that begins with its box. */
const BOX = /^\[([ xX])\](?=[ \t])/;

const firstText = ({ content }: Block) =>
  Array.isArray(content) && content[0]?.type === "text" ? content[0] : undefined;

/** Whether the task is done; undefined for a block that is none. */
function isTicked(block: Block | undefined): boolean | undefined {
  if (block?.type === "checkListItem") return block.props?.checked === true;
  const box = block?.type === "numberedListItem" ? BOX.exec(firstText(block)?.text ?? "")?.[1] : undefined;
  return box === undefined ? undefined : box !== " ";
}

function tick(block: Block, isDone: boolean): void {
  const text = firstText(block);
  if (block.type === "checkListItem") block.props = { ...block.props, checked: isDone };
  else if (text) text.text = text.text.replace(BOX, `[${isDone ? "x" : " "}]`);
}

function tasksOf(markdown: string): { line: number; isDone: boolean }[] {
  const found: { line: number; isDone: boolean }[] = [];
  let fence = "";
  for (const [index, text] of markdown.split("\n").entries()) {
    const mark = FENCE.exec(text)?.[1] ?? "";
    if (mark !== "") fence = fence === "" ? mark : mark.startsWith(fence) ? "" : fence;
    const tick = fence === "" ? TASK.exec(text)?.[2] : undefined;
    if (tick !== undefined) found.push({ line: index + 1, isDone: tick !== " " });
  }
  return found;
}
