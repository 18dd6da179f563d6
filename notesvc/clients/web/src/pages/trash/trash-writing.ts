/** What can be done with things in the trash. */
import { answer, api } from "../../api";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { done, failed } from "../../notices";
import { client } from "../../state/client";
import { workspaceHasChanged } from "../../state/notes";
import type { TrashRow } from "./contents";

/** Bring them back; Undo puts them into the trash again. What is refused is said, the rest comes back. */
export async function restore(rows: readonly TrashRow[]): Promise<void> {
  const { worked, error } = await each(rows, (row) =>
    answer(
      api.POST("/api/workspace/trash/{resource_id}/restore", { params: { path: { resource_id: row.id } } }),
    ),
  );
  await workspaceHasChanged();
  await client.invalidateQueries({ queryKey: ["note"] });
  const [first] = worked;
  if (first) {
    const said =
      worked.length === 1
        ? t("pages.trash.restored", { name: named(first) })
        : t("pages.trash.restoredMany", { count: worked.length });
    done(said, () => void putBack(worked));
  }
  if (error !== undefined)
    failed(error, t("pages.trash.notRestored", { count: rows.length - worked.length }));
}

async function putBack(rows: readonly TrashRow[]): Promise<void> {
  const { error } = await each(rows, (row) =>
    row.kind === "note"
      ? answer(api.DELETE("/api/workspace/notes/{note_id}", { params: { path: { note_id: row.id } } }))
      : answer(api.DELETE("/api/workspace/folders/{folder_id}", { params: { path: { folder_id: row.id } } })),
  );
  await workspaceHasChanged();
  if (error !== undefined) failed(error);
}

/** Remove them for good. Throws what was refused first, after trying all. */
export async function erase(rows: readonly TrashRow[]): Promise<void> {
  const { worked, error } = await each(rows, (row) =>
    answer(api.DELETE("/api/workspace/trash/{resource_id}", { params: { path: { resource_id: row.id } } })),
  );
  await workspaceHasChanged();
  if (error !== undefined) throw error;
  done(t("pages.trash.erased", { count: worked.length }));
}

export async function emptyTrash(): Promise<void> {
  await answer(api.DELETE("/api/workspace/trash"));
  await workspaceHasChanged();
  done(t("pages.trash.emptied"));
}

export const named = (row: { name: string }) => nameOfNote(row.name);

/** One after the other; a refusal does not keep the others waiting. */
async function each(rows: readonly TrashRow[], act: (row: TrashRow) => Promise<unknown>) {
  const worked: TrashRow[] = [];
  let error: unknown;
  for (const row of rows) {
    try {
      await act(row);
      worked.push(row);
    } catch (refusal) {
      error ??= refusal;
    }
  }
  return { worked, error };
}
