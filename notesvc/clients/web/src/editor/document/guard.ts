/** No address that the service refuses stays in the text, however it came there: pasted, dropped, typed, brought back. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import { t } from "../../i18n";
import { done } from "../../notices";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { fileOfData } from "./dataFile";
import { mayStand, standing } from "./hrefs";

/** Stands for the address of a file that came within a text until the file is uploaded: a point that may be loaded. */
const KEPT = /^data:image\/gif;kept=(\d+);base64,/;
const POINT = "R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";
const kept = new WeakMap<NoteEditor, File[]>();

/** Keep a file for as long as the editor lives; what stands for its address meanwhile. */
export function keepFile(editor: NoteEditor, file: File): string {
  const files = kept.get(editor) ?? [];
  kept.set(editor, files);
  return `data:image/gif;kept=${files.push(file) - 1};base64,${POINT}`;
}

function fileOf(editor: NoteEditor, url: string, name: string): File | undefined {
  const number = KEPT.exec(url.slice(0, 100))?.[1];
  return number === undefined ? fileOfData(url, name) : kept.get(editor)?.[Number(number)];
}

export function guardPlugin(editorOf: () => NoteEditor): Plugin {
  return new Plugin({
    appendTransaction(changes, before, after) {
      // What others typed is mended in their browser.
      const isOwn = changes.some((change) => change.docChanged && !change.getMeta("y-sync$"));
      return isOwn && isAnyRefused(before.doc, after.doc) ? mended(editorOf(), after) : null;
    },
  });
}

/** Whether there is a refused address in what one text has and the other has not. */
function isAnyRefused(before: Node, after: Node): boolean {
  const start = before.content.findDiffStart(after.content);
  const end = before.content.findDiffEnd(after.content)?.b;
  let isFound = false;
  if (start === null || end === undefined) return false;
  after.nodesBetween(Math.min(start, end), Math.max(start, end), (node) => {
    isFound ||= refusedUrl(node) !== undefined || refusedLink(node) !== undefined;
    return !isFound;
  });
  return isFound;
}

const refusedUrl = (node: Node): string | undefined =>
  typeof node.attrs.url === "string" && !mayStand(node.attrs.url) ? node.attrs.url : undefined;
const refusedLink = (node: Node) =>
  node.marks.find((mark) => mark.type.name === "link" && !mayStand(String(mark.attrs.href)));

/** Files that the addresses hold are uploaded; addresses that can be of no use here are taken away. */
function mended(editor: NoteEditor, { doc, tr }: EditorState): Transaction {
  const change = tr.setMeta("addToHistory", false);
  let useless = 0;
  doc.descendants((node, at) => {
    unlink(change, node, at);
    const url = refusedUrl(node);
    const id: unknown = doc.resolve(at).parent.attrs.id;
    // A block that is new has no id yet; it comes here again with one.
    if (url === undefined || typeof id !== "string") return;
    const file = fileOf(editor, url, String(node.attrs.name ?? ""));
    const href = standing(url) ?? "";
    change.setNodeAttribute(at, "url", href);
    if (file !== undefined) queueMicrotask(() => upload(editor, file, id));
    else if (href === "") useless += 1;
  });
  if (useless > 0) done(t("editor.useless", { count: useless }));
  return change;
}

/** The words without the link, or with the address that it means. */
function unlink(change: Transaction, node: Node, at: number): void {
  const link = refusedLink(node);
  if (link === undefined) return;
  const href = standing(String(link.attrs.href));
  change.removeMark(at, at + node.nodeSize, link);
  if (href !== undefined) change.addMark(at, at + node.nodeSize, link.type.create({ ...link.attrs, href }));
}

/** Have the block show the file. To take back what brought the block takes its address back, too. */
export function upload(editor: NoteEditor, file: File, id: string): void {
  if (editor.getBlock(id) === undefined) return;
  void editor.uploadFile?.(file, id).then((sent) => {
    if (editor.getBlock(id) === undefined) return;
    editor.transact((change) => {
      change.setMeta("addToHistory", false);
      editor.updateBlock(id, sent as NoteBlock);
    });
  });
}
