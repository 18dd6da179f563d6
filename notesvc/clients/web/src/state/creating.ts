/** Making notes and folders. */
import { answer, answered, api, type FolderBranch, Problem, type Schemas } from "../api";
import { client } from "./client";
import { foldersQuery } from "./folders";
import { noteKey, noteWasWritten } from "./notes";
import { keepNote } from "./offline";

/** A new note, known to the lists at once. A repeat after a lost answer makes no second one. */
export async function createNote(
  some: Partial<Pick<Schemas["NewNote"], "name" | "parentId" | "content" | "tags" | "properties">>,
  key: string = onceOnly(),
): Promise<Schemas["NoteFull"]> {
  const body = some as Schemas["NewNote"];
  const header = { "Idempotency-Key": key };
  const make = () => answered(api.POST("/api/workspace/notes", { body, params: { header } }));
  // The first answer may have been lost on the way, so this is asked again once.
  const { data: note, response } = await make().catch((error: unknown) => {
    if (error instanceof Problem && error.isPassing) return make();
    throw error;
  });
  noteWasWritten(note);
  wasReadInPassing(note, response.headers.get("ETag"));
  if (note.parentId) void client.invalidateQueries({ queryKey: foldersQuery.queryKey });
  return note;
}

/** Nothing is in an empty note that its answer does not say: it can be shown though the service goes away at once. */
function wasReadInPassing(note: Schemas["NoteFull"], etag: string | null): void {
  if (note.content !== "" || !etag) return;
  const read = { ...note, richContent: [] };
  client.setQueryData(noteKey(note.id), { ...read, etag });
  keepNote(read, etag);
}

/** A new folder behind the others of its parent. */
export async function createFolder(name: string, parentId: string | null): Promise<Schemas["FolderShape"]> {
  const body = { name, parentId } as Schemas["NewFolder"];
  const folder = await answer(api.POST("/api/workspace/folders", { body }));
  client.setQueryData(foldersQuery.queryKey, (all) => {
    if (!all || all.some((one) => one.id === folder.id)) return all;
    const parent = all.find((one) => one.id === parentId);
    return [...all, branchOf(folder, parent)];
  });
  void client.invalidateQueries({ queryKey: foldersQuery.queryKey });
  return folder;
}

function branchOf(folder: Schemas["FolderShape"], parent?: FolderBranch): FolderBranch {
  const { id, name, icon, parentId, sortOrder } = folder;
  const path = parent ? `${parent.path}/${name}` : name;
  return { id, name, icon, parentId, sortOrder, depth: parent ? parent.depth + 1 : 0, path, noteCount: 0 };
}

/** Random text; `crypto.randomUUID` is missing where the service is not reached over https. */
export function onceOnly(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
