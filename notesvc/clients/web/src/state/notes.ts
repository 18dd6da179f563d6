/** The titles of the whole workspace, held once, for the tree, the switcher and the menus. Texts are not in here. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, answered, api, type Note, type NoteMetadata } from "../api";
import { useHasBegun } from "../touch";
import { client } from "./client";
import { derived } from "./derived";
import { localNoteIsNamed, withLocal } from "./localNotes";

const PAGE = 5_000;

export const notesQuery = queryOptions({
  queryKey: ["notes"],
  queryFn: async ({ signal }): Promise<NoteMetadata[]> => {
    const all: NoteMetadata[] = [];
    let cursor: string | undefined;
    do {
      const page = await answer(
        api.GET("/api/workspace/notes", { params: { query: { limit: PAGE, cursor } }, signal }),
      );
      all.push(...page.notes);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return withLocal(all);
  },
  staleTime: 60_000,
});

/** Metadata of all notes, the latest change first. */
export const useNotes = () => useQuery(notesQuery);

/** How many of the latest are asked for by themselves. */
export const LATEST = 31;

const latestQuery = queryOptions({
  queryKey: [...notesQuery.queryKey, "latest"],
  queryFn: async ({ signal }): Promise<NoteMetadata[]> => {
    const query = { limit: LATEST };
    return withLocal((await answer(api.GET("/api/workspace/notes", { params: { query }, signal }))).notes);
  },
});

/** Asks for them, unless all are known. */
export function askForLatest(): void {
  if (client.getQueryData(notesQuery.queryKey) === undefined) void client.prefetchQuery(latestQuery);
}

/** The latest notes, before the list of all has come; a phone that only shows the page does not ask for that. */
export function useLatestNotes() {
  const all = useNotesAround();
  const latest = useQuery({ ...latestQuery, enabled: all.data === undefined });
  return all.data ? all : latest;
}

/** The note by its id, from what is known already. */
export function knownNote(id: string): NoteMetadata | undefined {
  const all = client.getQueryData(notesQuery.queryKey);
  return all && byId(all).get(id);
}

/** The same for what is no more than a help to a page: a phone that only shows the page does not ask for them. */
export const useNotesAround = () => useQuery({ ...notesQuery, enabled: useHasBegun() });

/** The note as the list has it; undefined also while there is no list. */
export function useListed(id: string): NoteMetadata | undefined {
  const all = useNotesAround().data;
  return all && byId(all).get(id);
}

const byId = derived((all: readonly NoteMetadata[]) => new Map(all.map((note) => [note.id, note])));

export const noteKey = (id: string) => ["note", id] as const;

/** The whole note, with the ETag it was read with: to look at in passing, so it does not count as opened. */
export const noteQuery = (id: string) =>
  queryOptions({
    queryKey: noteKey(id),
    queryFn: async ({ signal }): Promise<Note & { etag: string }> => {
      const path = { note_id: id };
      const got = await answered(
        api.GET("/api/workspace/notes/{note_id}", { params: { path, query: { peek: true } }, signal }),
      );
      return { ...got.data, etag: got.response.headers.get("ETag") ?? "" };
    },
  });

/** Put what a write answered into the list, so that tree and switcher show it at once. */
export function noteWasWritten(note: NoteMetadata): void {
  client.setQueryData(notesQuery.queryKey, (all) => {
    if (all === undefined) return all;
    const { id, name, parentId, tags, icon, updatedAt, sortOrder } = note;
    return [
      { id, name, parentId, tags, icon, updatedAt, sortOrder },
      ...all.filter((other) => other.id !== id),
    ];
  });
}

/** Show the note under this name in the lists, whether or not the service has it yet. */
export function noteIsNamed(id: string, name: string): void {
  const put = (all: NoteMetadata[] | undefined) => {
    if (!all?.some((note) => note.id === id && note.name !== name)) return all;
    return all.map((note) => (note.id === id ? { ...note, name } : note));
  };
  client.setQueryData(notesQuery.queryKey, put);
  client.setQueryData(["recents"], put);
  localNoteIsNamed(id, name);
}

/** Take a note out of the list. */
export function noteIsGone(id: string): void {
  client.setQueryData(notesQuery.queryKey, (all) => all?.filter((note) => note.id !== id));
}

/** After a write that touched more than it answered: folders moved, renames, imports, restores. */
export async function workspaceHasChanged(): Promise<void> {
  await Promise.all(
    [
      "notes",
      "folders",
      "tags",
      "people",
      "recents",
      "favourites",
      "trash",
      "journal",
      "backlinks",
      "graph",
      "files",
      "shares",
      "open-shares",
    ].map((name) => client.invalidateQueries({ queryKey: [name] })),
  );
}
