/** Which colour a node of the graph has: its tag's where that has one, else its folder's. */
import { useMemo } from "react";
import { useFolders } from "../../state/folders";
import { useNotes } from "../../state/notes";
import { useTags } from "../../state/tags";

/** By the ids of nodes: a colour as `#rrggbb`, of which the hue counts, or a hue in degrees. */
export type Hues = ReadonlyMap<string, string | number>;

/** As many as tags can choose from, the neighbours far apart. */
const FOLDER_HUES = [250, 25, 150, 320, 85, 195, 285, 55];

export function useHues(): Hues {
  const notes = useNotes().data;
  const folders = useFolders().data;
  const tags = useTags().data;
  return useMemo(() => {
    const hues = new Map<string, string | number>();
    const ofTags = new Map(
      tags?.flatMap(({ tag, color }) => (color ? [[tag.toLowerCase(), color] as const] : [])),
    );
    for (const [tag, color] of ofTags) hues.set(`tag:${tag}`, color);
    const ofFolders = new Map<string, number>();
    let top = -1;
    for (const { id, depth } of folders ?? []) {
      if (depth === 0) top += 1;
      ofFolders.set(id, FOLDER_HUES[top % FOLDER_HUES.length] ?? 0);
    }
    for (const { id, parentId, tags: own } of notes ?? []) {
      const tagged = own.map((tag) => ofTags.get(tag.toLowerCase())).find((color) => color !== undefined);
      const hue = tagged ?? ofFolders.get(parentId ?? "");
      if (hue !== undefined) hues.set(id, hue);
    }
    return hues;
  }, [notes, folders, tags]);
}
