/** Which colour a node of the graph has: a tag its own as everywhere, a note one that was chosen for its tags, else its folder's. */
import { useMemo } from "react";
import type { FolderBranch, NoteMetadata } from "../../api";
import { useFolders } from "../../state/folders";
import { useNotes } from "../../state/notes";
import { colourIn, useTags } from "../../state/tags";
import { shadeOf } from "../../ui/TagMark";

/** A colour, of which the hue counts, or a hue in degrees. */
type Hue = string | number;

/** By the ids of nodes. */
export type Hues = ReadonlyMap<string, Hue>;

/** What a note has its colour from. */
export interface ColourSource {
  kind: "folder" | "tag";
  name: string;
  hue: Hue;
}

/** As many as tags can choose from, the neighbours far apart. */
const FOLDER_HUES = [250, 25, 150, 320, 85, 195, 285, 55];

/** By the ids of notes, for those that have a colour. */
export function sourcesOf(
  notes: readonly Pick<NoteMetadata, "id" | "parentId" | "tags">[],
  folders: readonly Pick<FolderBranch, "id" | "name" | "depth">[],
  colourOf: (tag: string) => string | undefined,
): Map<string, ColourSource> {
  const ofFolders = new Map<string, ColourSource>();
  let source: ColourSource = { kind: "folder", name: "", hue: 0 };
  let top = -1;
  for (const { id, name, depth } of folders) {
    if (depth === 0) {
      top += 1;
      source = { kind: "folder", name, hue: FOLDER_HUES[top % FOLDER_HUES.length] ?? 0 };
    }
    ofFolders.set(id, source);
  }
  const found = new Map<string, ColourSource>();
  for (const { id, parentId, tags } of notes) {
    const tag = tags.find((each) => colourOf(each) !== undefined);
    const ofTag = tag && { kind: "tag" as const, name: tag, hue: colourOf(tag) ?? "" };
    const its = ofTag || ofFolders.get(parentId ?? "");
    if (its) found.set(id, its);
  }
  return found;
}

export function useHues(): Hues {
  const sources = useSources();
  const tags = useTags().data;
  return useMemo(() => {
    const hues = new Map<string, Hue>(Array.from(sources, ([id, { hue }]) => [id, hue]));
    const colourOf = colourIn(tags ?? []);
    for (const { tag } of tags ?? []) hues.set(`tag:${tag.toLowerCase()}`, shadeOf(tag, colourOf(tag)));
    return hues;
  }, [sources, tags]);
}

function useSources(): Map<string, ColourSource> {
  const notes = useNotes().data;
  const folders = useFolders().data;
  const tags = useTags().data;
  return useMemo(() => sourcesOf(notes ?? [], folders ?? [], colourIn(tags ?? [])), [notes, folders, tags]);
}

/** What colours the most of these nodes, the most first. */
export function useColourKey(nodes: readonly { id: string }[]): ColourSource[] {
  const sources = useSources();
  return useMemo(() => keyOf(nodes, sources), [nodes, sources]);
}

export function keyOf(
  nodes: readonly { id: string }[],
  sources: ReadonlyMap<string, ColourSource>,
): ColourSource[] {
  const found = new Map<string, { source: ColourSource; count: number }>();
  for (const { id } of nodes) {
    const source = sources.get(id);
    if (source === undefined) continue;
    const name = `${source.kind} ${source.name} ${source.hue}`;
    found.set(name, { source, count: (found.get(name)?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((one, other) => other.count - one.count).map(({ source }) => source);
}

/** The colour as the style of an element names it. */
export const colourOfHue = (hue: Hue): string =>
  typeof hue === "number"
    ? `oklch(var(--tag-light) var(--tag-chroma) ${hue})`
    : `oklch(from ${hue} var(--tag-light) var(--tag-chroma) h)`;
