/** The folder tree as rows: what is shown, in which order, how deep. Pure, and quick for 10,000 notes. */
import type { FolderBranch, NoteMetadata } from "../../api";

export interface Row {
  kind: "folder" | "note";
  id: string;
  name: string;
  icon: string | null;
  parentId: string | null;
  sortOrder: number;
  /** 0 at the top. */
  depth: number;
  /** From 1, among the rows with the same parent. */
  position: number;
  siblings: number;
  isOpen: boolean;
  hasChildren: boolean;
}

/** What stands in each folder, in order; the top is under null. */
export interface Shape {
  folders: Map<string | null, FolderBranch[]>;
  notes: Map<string | null, NoteMetadata[]>;
  folderById: Map<string, FolderBranch>;
  noteById: Map<string, NoteMetadata>;
}

/** `hidden`: notes that have their place elsewhere, such as journal entries. */
export function shapeOf(
  folders: readonly FolderBranch[],
  notes: readonly NoteMetadata[],
  hidden: ReadonlySet<string> = new Set(),
): Shape {
  const shape: Shape = { folders: new Map(), notes: new Map(), folderById: new Map(), noteById: new Map() };
  for (const folder of folders) shape.folderById.set(folder.id, folder);
  // A parent that is not there (any more) must not hide what is in it: it stands at the top.
  const place = (parentId: string | null) =>
    parentId !== null && shape.folderById.has(parentId) ? parentId : null;
  for (const folder of folders) into(shape.folders, place(folder.parentId), folder);
  for (const note of notes) {
    shape.noteById.set(note.id, note);
    if (note.parentId !== null || !hidden.has(note.id)) into(shape.notes, place(note.parentId), note);
  }
  // Folders come in display order already, but one that was just moved may not be in its place yet.
  for (const some of shape.folders.values()) some.sort(byPlaceThenName);
  for (const some of shape.notes.values()) some.sort(byPlace);
  return shape;
}

/** The rows that are on show: each folder, then what is in it where it is open. */
export function rowsOf(shape: Shape, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const waiting: (Row | null)[] = [];
  push(waiting, shape, open, null, 0);
  while (waiting.length > 0) {
    const row = waiting.pop();
    if (!row) continue;
    rows.push(row);
    if (row.isOpen) push(waiting, shape, open, row.id, row.depth + 1);
  }
  return rows;
}

/** The folders above, nearest first. */
export function above(shape: Shape, parentId: string | null): string[] {
  const found: string[] = [];
  let here = parentId;
  while (here !== null && !found.includes(here)) {
    found.push(here);
    here = shape.folderById.get(here)?.parentId ?? null;
  }
  return found;
}

/** Whether putting the folder there would put it into itself. */
export const isCycle = (shape: Shape, folderId: string, parentId: string | null): boolean =>
  above(shape, parentId).includes(folderId);

/** All folders below, itself first. */
export function below(shape: Shape, folderId: string): string[] {
  const found = [folderId];
  for (const id of found) found.push(...(shape.folders.get(id) ?? []).map((folder) => folder.id));
  return found;
}

/** The rows that stand for all: what lies inside another of them goes with it. */
export function outermost(shape: Shape, rows: readonly Row[]): Row[] {
  const folders = new Set(rows.filter((row) => row.kind === "folder").map((row) => row.id));
  return rows.filter((row) => !above(shape, row.parentId).some((id) => folders.has(id)));
}

/** Backwards, because the last one in is the first one out. */
function push(
  waiting: (Row | null)[],
  shape: Shape,
  open: ReadonlySet<string>,
  parentId: string | null,
  depth: number,
) {
  const folders = shape.folders.get(parentId) ?? [];
  const items = [...folders, ...(shape.notes.get(parentId) ?? [])];
  for (let at = items.length - 1; at >= 0; at--) {
    const { id, name, icon, sortOrder } = items[at]!;
    const isFolder = at < folders.length;
    waiting.push({
      kind: isFolder ? "folder" : "note",
      id,
      name,
      icon,
      parentId,
      sortOrder,
      depth,
      position: at + 1,
      siblings: items.length,
      isOpen: isFolder && open.has(id),
      hasChildren: isFolder && (shape.folders.has(id) || shape.notes.has(id)),
    });
  }
}

function into<Item>(map: Map<string | null, Item[]>, key: string | null, item: Item): void {
  const some = map.get(key);
  if (some) some.push(item);
  else map.set(key, [item]);
}

const byPlace = (one: NoteMetadata, other: NoteMetadata) =>
  one.sortOrder - other.sortOrder || (one.id < other.id ? -1 : 1);

// What is equal here keeps the order in which the service gave it.
const byPlaceThenName = (one: FolderBranch, other: FolderBranch) => one.sortOrder - other.sortOrder;
