/** What the parts of a shown document need to know: where its links lead, who is named, what may be loaded. */
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import type { FolderBranch, NoteMetadata } from "../api";
import type { Block, Inline } from "../blocks";
import { useFolders } from "../state/folders";
import { linksQuery } from "../state/links";
import { useListed, useNotes } from "../state/notes";
import { usePeople } from "../state/people";
import { useIsGuest } from "../state/roles";
import { Titles, wikiTarget } from "./titles";
import { type Names, NO_NAMES, nameKey, namesOf } from "./tokens";

export interface Reading {
  noteId: string;
  parentId: string | null;
  names: Names;
  /** The note is somebody else's: what its words mean there is not to be looked up here. */
  isGuest: boolean;
  /** Whether the reader may follow a link to the note of this id. */
  reaches(noteId: string): boolean;
  /** The id of the note that a title means; null for none, undefined while that is not known. */
  resolve(title: string): string | null | undefined;
  allowsRemote: boolean;
  /** In a file or on paper: nothing is there to follow or to load later. */
  isStatic: boolean;
  /** On paper, whatever colours the screen has. */
  isPaper: boolean;
}

export const PLAIN: Reading = {
  noteId: "",
  parentId: null,
  names: NO_NAMES,
  isGuest: false,
  reaches: () => true,
  resolve: () => undefined,
  allowsRemote: false,
  isStatic: true,
  isPaper: false,
};

export const ReadingContext = createContext<Reading>(PLAIN);
export const useReading = (): Reading => useContext(ReadingContext);

const NOBODY: never[] = [];
const built = new WeakMap<object, { folders: unknown; titles: Titles }>();

/** One index for all documents that are on the page, made anew when notes or folders change. */
export function titlesOf(notes: NoteMetadata[], folders: FolderBranch[]): Titles {
  const known = built.get(notes);
  if (known?.folders === folders) return known.titles;
  const titles = new Titles(notes, folders);
  built.set(notes, { folders, titles });
  return titles;
}

export function useReadingOf(noteId: string, blocks: Block[], isPaper = false): Reading {
  const notes = useNotes().data;
  const folders = useFolders().data ?? NOBODY;
  const people = usePeople().data ?? NOBODY;
  const isGuest = useIsGuest(noteId);
  const names = useMemo(() => (isGuest ? NO_NAMES : namesOf(people)), [people, isGuest]);
  const parentId = useListed(noteId)?.parentId ?? null;
  const titles = notes && titlesOf(notes, folders);
  const written = useMemo(() => titlesIn(blocks), [blocks]);
  // Notes answer to further names as well, and only the service knows those: what it says goes first. Links that
  // were typed since are resolved by title.
  const links = useQuery({
    ...linksQuery(noteId),
    enabled: (written.length > 0 || isGuest) && noteId !== "",
  }).data;
  return useMemo(() => {
    const further = new Map(
      (links ?? []).map((link) => [nameKey(link.targetLabel), link.targetNoteId] as const),
    );
    const reached = new Set((links ?? []).map((link) => link.targetNoteId));
    const ofGuest = (title: string) => further.get(nameKey(title)) ?? undefined;
    return {
      noteId,
      parentId,
      names,
      isGuest,
      reaches: (id) => !isGuest || id === noteId || reached.has(id),
      resolve: isGuest
        ? ofGuest
        : (title) => further.get(nameKey(title)) ?? titles?.resolve(title, parentId) ?? (titles && null),
      allowsRemote: allowsRemoteImages(),
      isStatic: false,
      isPaper,
    };
  }, [noteId, parentId, names, isGuest, titles, links, isPaper]);
}

/** Whether this page was asked for with images from elsewhere; the service's policy hangs on the same word. */
export const allowsRemoteImages = (): boolean =>
  new URLSearchParams(location.search).get("images") === "remote";

/** The titles of all wiki links in the blocks. */
export function titlesIn(blocks: readonly Block[]): string[] {
  const titles = new Set<string>();
  const inlines = (content: readonly Inline[]): void => {
    for (const inline of content) {
      if (inline.type === "wikiLink") titles.add(wikiTarget(inline.props.title).title);
      if (inline.type === "mdInline") {
        const link = /\[\[([^[\]|\n]+)/.exec(inline.props.src)?.[1];
        if (link) titles.add(wikiTarget(link).title);
      }
    }
  };
  const walk = (block: Block): void => {
    if (Array.isArray(block.content)) inlines(block.content);
    else
      for (const row of block.content?.rows ?? [])
        for (const cell of row.cells) inlines(Array.isArray(cell) ? cell : cell.content);
    block.children?.forEach(walk);
  };
  blocks.forEach(walk);
  titles.delete("");
  return [...titles];
}
