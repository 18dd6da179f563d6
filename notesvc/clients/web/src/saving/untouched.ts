/** A note that was made empty in this tab, and is left as it was made, goes by itself. */
import { answer, api, type Note } from "../api";
import { client } from "../state/client";
import { isFavourite } from "../state/favourites";
import { noteIsGone, noteKey, workspaceHasChanged } from "../state/notes";

/** What the service called each of them when it was made. */
const made = new Map<string, string>();

const etagOf = (id: string) => client.getQueryData<Note & { etag: string }>(noteKey(id))?.etag;

export function noteWasMadeEmpty(id: string): void {
  const etag = etagOf(id);
  if (etag) made.set(id, etag);
}

/** The note is not shown any more. Whatever was changed in it, here or elsewhere, keeps it. */
export async function noteWasLeft(id: string): Promise<void> {
  const etag = made.get(id);
  made.delete(id);
  if (etag === undefined || etag !== etagOf(id) || isFavourite(id)) return;
  const params = { path: { note_id: id }, header: { "If-Match": etag } };
  try {
    await answer(api.DELETE("/api/workspace/notes/{note_id}", { params }));
    noteIsGone(id);
    await answer(api.DELETE("/api/workspace/trash/{resource_id}", { params: { path: { resource_id: id } } }));
    await workspaceHasChanged();
  } catch {
    // It stays where it is, or in the trash: nothing is lost with it.
  }
}
