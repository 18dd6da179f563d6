/** Which colour a node of the graph has: a tag its own as everywhere, a note one that was chosen for its tags, else its folder's. */
import { useMemo } from "react";
import { useFolders } from "../../state/folders";
import { useNotes } from "../../state/notes";
import { colourIn, useTags } from "../../state/tags";
import { shadeOf } from "../../ui/TagMark";

/** By the ids of nodes: a colour, of which the hue counts, or a hue in degrees. */
export type Hues = ReadonlyMap<string, string | number>;

/** As many as tags can choose from, the neighbours far apart. */
const FOLDER_HUES = [250, 25, 150, 320, 85, 195, 285, 55];

export function useHues(): Hues {
  const notes = useNotes().data;
  const folders = useFolders().data;
  const tags = useTags().data;
  return useMemo(() => {
    const hues = new Map<string, string | number>();
    const colourOf = colourIn(tags ?? []);
    for (const { tag } of tags ?? []) hues.set(`tag:${tag.toLowerCase()}`, shadeOf(tag, colourOf(tag)));
    const ofFolders = new Map<string, number>();
    let top = -1;
    for (const { id, depth } of folders ?? []) {
      if (depth === 0) top += 1;
      ofFolders.set(id, FOLDER_HUES[top % FOLDER_HUES.length] ?? 0);
    }
    for (const { id, parentId, tags: own } of notes ?? []) {
      const tagged = own.map(colourOf).find((color) => color !== undefined);
      const hue = tagged ?? ofFolders.get(parentId ?? "");
      if (hue !== undefined) hues.set(id, hue);
    }
    return hues;
  }, [notes, folders, tags]);
}
