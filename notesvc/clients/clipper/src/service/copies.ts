import { type Folder, read, write } from "../store/settings.ts";
import { call } from "./calls.ts";

/** Bring the device's copies of folders and tags up to date; what cannot be had stays as it was. */
export async function refreshCopies(): Promise<void> {
  const { connection, foldersTag, tagsTag } = await read("connection", "foldersTag", "tagsTag");
  if (!connection) return;
  const fetchCopy = async (
    path: string,
    etag: string,
  ): Promise<{ rows: unknown; etag: string } | undefined> => {
    const response = await call(connection, path, etag ? { headers: { "If-None-Match": etag } } : {});
    if (response.status !== 200) return undefined;
    return { rows: await response.json(), etag: response.headers.get("ETag") ?? "" };
  };
  const [folders, tags] = await Promise.all([
    fetchCopy("folders", foldersTag).catch(() => undefined),
    fetchCopy("tags", tagsTag).catch(() => undefined),
  ]);
  if (folders) await write({ folders: foldersOf(folders.rows), foldersTag: folders.etag });
  if (tags) await write({ tags: tagsOf(tags.rows), tagsTag: tags.etag });
}

function foldersOf(answer: unknown): Folder[] {
  const { folders } = answer as { folders: Folder[] };
  return folders.map(({ id, name, path, depth }) => ({ id, name, path, depth }));
}

function tagsOf(answer: unknown): string[] {
  const { tags } = answer as { tags: { tag: string; count: number }[] };
  return tags.toSorted((one, other) => other.count - one.count).map(({ tag }) => tag);
}
