/** What is in the trash, as rows: a folder stands for what went with it until it is unfolded. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api";

export type TrashedNote = Schemas["TrashedNote"];
export type TrashedFolder = Schemas["FolderShape"];

export interface Trash {
  notes: TrashedNote[];
  folders: TrashedFolder[];
}

export interface TrashRow {
  id: string;
  kind: "note" | "folder";
  name: string;
  icon: string | null;
  parentId: string | null;
  deletedAt: string;
  depth: number;
  /** How many notes went with a folder. */
  notes: number;
}

const PAGE = 5_000;
const DAYS_KEPT = 30;
const SAME_DELETION = 2_000;

export const trashQuery = queryOptions({
  queryKey: ["trash"],
  queryFn: async ({ signal }): Promise<Trash> => {
    const all: Trash = { notes: [], folders: [] };
    let cursor: string | undefined;
    do {
      const query = { limit: PAGE, cursor };
      const page = await answer(api.GET("/api/workspace/trash", { params: { query }, signal }));
      all.notes.push(...page.notes);
      all.folders.push(...page.folders);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return all;
  },
});

/** When a thing that was deleted then will be gone for good. */
export function goneAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + DAYS_KEPT * 86_400_000).toISOString();
}

/** The rows, the latest deletion first; `open` names the folders that are unfolded. */
export function trashRows(trash: Trash, open: ReadonlySet<string>): TrashRow[] {
  const groups = new Grouping(trash);
  const tops: TrashRow[] = [
    ...trash.folders
      .filter((folder) => groups.topOf(folder) === folder.id)
      .map((folder) => groups.folderRow(folder)),
    ...trash.notes.filter((note) => groups.topOf(note) === null).map((note) => noteRow(note, 0)),
  ];
  tops.sort((one, other) => other.deletedAt.localeCompare(one.deletedAt));
  return tops.flatMap((row) =>
    open.has(row.id) ? [row, ...groups.notesOf(row.id).map((note) => noteRow(note, 1))] : [row],
  );
}

/** Every row whose name holds the words, or whose text does (`found`): no folder hides anything then. */
export function matchingRows(trash: Trash, words: string, found: ReadonlySet<string>): TrashRow[] {
  const wanted = words.trim().toLowerCase();
  const fits = (row: { id: string; name: string }) =>
    row.name.toLowerCase().includes(wanted) || found.has(row.id);
  const groups = new Grouping(trash);
  return [
    ...trash.folders
      .filter((folder) => groups.topOf(folder) === folder.id && fits(folder))
      .map((folder) => groups.folderRow(folder)),
    ...trash.notes.filter(fits).map((note) => noteRow(note, 0)),
  ];
}

/** Whether both went in one deletion: the service marks notes and folders a moment apart. */
function isTogether(one: string | null, other: string | null): boolean {
  return Math.abs(Date.parse(one ?? "") - Date.parse(other ?? "")) < SAME_DELETION;
}

/** Which deleted folder each note went with. */
class Grouping {
  private readonly folders: Map<string, TrashedFolder>;
  private readonly within = new Map<string, TrashedNote[]>();

  constructor(trash: Trash) {
    this.folders = new Map(trash.folders.map((folder) => [folder.id, folder]));
    for (const note of trash.notes) {
      const top = this.topOf(note);
      if (top !== null) this.within.set(top, [...(this.within.get(top) ?? []), note]);
    }
  }

  /** The uppermost folder that was deleted in the same moment; for a folder possibly itself. */
  topOf(thing: TrashedNote | TrashedFolder): string | null {
    let top = this.folders.has(thing.id) ? thing.id : null;
    let parent = thing.parentId;
    while (parent !== null) {
      const folder = this.folders.get(parent);
      if (folder === undefined || !isTogether(folder.deletedAt, thing.deletedAt)) break;
      top = folder.id;
      parent = folder.parentId;
    }
    return top;
  }

  notesOf(folder: string): TrashedNote[] {
    return this.within.get(folder) ?? [];
  }

  folderRow(folder: TrashedFolder): TrashRow {
    const { id, name, icon, parentId, deletedAt } = folder;
    return {
      id,
      kind: "folder",
      name,
      icon,
      parentId,
      deletedAt: deletedAt ?? "",
      depth: 0,
      notes: this.notesOf(id).length,
    };
  }
}

function noteRow({ id, name, icon, parentId, deletedAt }: TrashedNote, depth: number): TrashRow {
  return { id, kind: "note", name, icon, parentId, deletedAt, depth, notes: 0 };
}
