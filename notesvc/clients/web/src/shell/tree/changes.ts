/** What can be done to a note or a folder from the tree, besides moving it. */
import { answer, api, type NoteChange, type Schemas } from "../../api";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { client } from "../../state/client";
import { foldersQuery } from "../../state/folders";
import { isLocal } from "../../state/localNotes";
import { notesQuery, noteWasWritten, workspaceHasChanged } from "../../state/notes";
import { below, outermost, type Row, type Shape } from "./rows";

type Some = { name?: string; icon?: string | null };

/** Give it another name or icon: shown at once, taken back where the service refuses. */
export async function changeRow(row: Pick<Row, "kind" | "id" | "name" | "icon">, some: Some): Promise<void> {
  show(row, some);
  try {
    if (row.kind === "folder") await changeFolder(row.id, some);
    else await changeNote(row.id, some);
  } catch (error) {
    show(row, { name: row.name, icon: row.icon });
    failed(error, t("shell.tree.notChanged"));
  }
}

async function changeFolder(id: string, some: Some): Promise<void> {
  const path = { folder_id: id };
  const body = some as Schemas["FolderChange"];
  await answer(api.PATCH("/api/workspace/folders/{folder_id}", { params: { path }, body }));
  await client.invalidateQueries({ queryKey: foldersQuery.queryKey });
}

async function changeNote(id: string, some: Some): Promise<void> {
  if (isLocal(id)) {
    const { documentOf } = await import("../../saving/open");
    documentOf(id).edit(some);
    return;
  }
  const path = { note_id: id };
  const body = { ...some, reason: "manual" } as NoteChange;
  noteWasWritten(await answer(api.PATCH("/api/workspace/notes/{note_id}", { params: { path }, body })));
  // A new name is written into the links of other notes as well.
  await client.invalidateQueries({ queryKey: ["note"] });
  if (some.name !== undefined) void client.invalidateQueries({ queryKey: ["backlinks"] });
}

function show(row: Pick<Row, "id">, some: Some): void {
  const put = <Item extends { id: string }>(all: Item[] | undefined) =>
    all?.map((one) => (one.id === row.id ? { ...one, ...some } : one));
  client.setQueryData(notesQuery.queryKey, put);
  client.setQueryData(foldersQuery.queryKey, put);
}

/** A copy beside the note. Answers it, or null where that failed. */
export async function duplicate(id: string): Promise<Schemas["NoteFull"] | null> {
  try {
    const path = { note_id: id };
    const copy = await answer(api.POST("/api/workspace/notes/{note_id}/duplicate", { params: { path } }));
    noteWasWritten(copy);
    void client.invalidateQueries({ queryKey: notesQuery.queryKey });
    return copy;
  } catch (error) {
    failed(error);
    return null;
  }
}

/** Move to the trash, folders with what is in them. `undone` is called when it was taken back. */
export async function trashRows(shape: Shape, chosen: readonly Row[]): Promise<void> {
  const rows = outermost(shape, chosen);
  if (rows.length === 0) return;
  const notes = client.getQueryData(notesQuery.queryKey);
  const folders = client.getQueryData(foldersQuery.queryKey);
  hide(shape, rows);
  const gone: Row[] = [];
  try {
    for (const row of rows) {
      await remove(row);
      gone.push(row);
    }
  } catch (error) {
    client.setQueryData(notesQuery.queryKey, notes);
    client.setQueryData(foldersQuery.queryKey, folders);
    failed(error, t("shell.tree.notTrashed"));
  }
  void workspaceHasChanged();
  if (gone.length === 0) return;
  const name = gone[0]?.name || t("common.untitled");
  done(t("shell.tree.trashed", { count: gone.length, name }), () => void restore(gone));
}

async function remove({ kind, id }: Row): Promise<void> {
  if (kind === "note")
    await answer(api.DELETE("/api/workspace/notes/{note_id}", { params: { path: { note_id: id } } }));
  else
    await answer(api.DELETE("/api/workspace/folders/{folder_id}", { params: { path: { folder_id: id } } }));
}

async function restore(rows: readonly Row[]): Promise<void> {
  try {
    for (const { id } of rows) {
      const path = { resource_id: id };
      await answer(api.POST("/api/workspace/trash/{resource_id}/restore", { params: { path } }));
    }
  } catch (error) {
    failed(error);
  }
  await Promise.all([workspaceHasChanged(), client.invalidateQueries({ queryKey: ["note"] })]);
}

/** The ids of everything that goes with the rows. */
export function goneWith(shape: Shape, rows: readonly Row[]): { notes: Set<string>; folders: Set<string> } {
  const folders = new Set(rows.filter((row) => row.kind === "folder").flatMap((row) => below(shape, row.id)));
  const notes = new Set(rows.filter((row) => row.kind === "note").map((row) => row.id));
  for (const folder of folders) for (const note of shape.notes.get(folder) ?? []) notes.add(note.id);
  return { notes, folders };
}

function hide(shape: Shape, rows: readonly Row[]): void {
  const { notes, folders } = goneWith(shape, rows);
  client.setQueryData(notesQuery.queryKey, (all) => all?.filter((one) => !notes.has(one.id)));
  client.setQueryData(foldersQuery.queryKey, (all) => all?.filter((one) => !folders.has(one.id)));
}
