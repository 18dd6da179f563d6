/** What the parts of a shown document need to know: where its links lead, who is named, what may be loaded. */
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import type { FolderBranch, NoteMetadata } from "../api";
import type { Block, Inline } from "../blocks";
import { useFolders } from "../state/folders";
import { linksQuery } from "../state/links";
import { useListed, useNotesAround } from "../state/notes";
import { usePeople } from "../state/people";
import { useIsGuest } from "../state/roles";
import type { Marks } from "./changes/marks";
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
  /** Which addresses in the text are links; absent for all. */
  leadsTo?: (address: string) => boolean;
  /** In a file: which of the notes that were read for it a title means in the note of that id. */
  means?: (title: string, noteId: string) => string | null;
  /** What came and what went, where two documents are shown as one. */
  marks?: Marks;
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
  const notes = useNotesAround().data;
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
    const ofOwner = (title: string) => {
      const said = further.get(nameKey(title));
      return said ?? (titles ? titles.resolve(title, parentId) : said);
    };
    return {
      noteId,
      parentId,
      names,
      isGuest,
      reaches: (id) => !isGuest || id === noteId || reached.has(id),
      resolve: isGuest ? ofGuest : ofOwner,
      allowsRemote: allowsRemoteImages(),
      isStatic: false,
      isPaper,
    };
  }, [noteId, parentId, names, isGuest, titles, links, isPaper]);
}

/** The page that the reader asked images from elsewhere for; the service's policy hangs on the same word. */
let allowedAt: string | undefined;

/** Whether the reader asked for images from elsewhere on this page; no address can ask for them. */
export function allowsRemoteImages(): boolean {
  allowedAt ??= takenAway("remote-images");
  return allowedAt === encodeURIComponent(location.pathname);
}

/** Load the page anew with images from elsewhere, this once: it needs another policy than the one it has. */
export function loadRemoteImages(): void {
  setCookie("remote-images", encodeURIComponent(location.pathname), 60);
  location.reload();
}

function takenAway(name: string): string {
  const found = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
  if (found !== "") setCookie(name, "", 0);
  return found;
}

function setCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the service has to read it with the request for the page
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict`;
}

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
