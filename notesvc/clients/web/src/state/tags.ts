/** Tags with their colours and counts. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Tag } from "../api";
import { derived } from "./derived";

export const tagsQuery = queryOptions({
  queryKey: ["tags"],
  queryFn: async ({ signal }): Promise<Tag[]> =>
    (await answer(api.GET("/api/workspace/tags", { signal }))).tags,
});

export const useTags = () => useQuery(tagsQuery);

const NONE: Tag[] = [];
const coloursOf = derived(colourIn);

/** What says the colour of a tag: its own, or that of the nearest tag above it. */
export function useTagColour(): (tag: string) => string | undefined {
  return coloursOf(useTags().data ?? NONE);
}

export function colourIn(tags: readonly Pick<Tag, "tag" | "color">[]): (tag: string) => string | undefined {
  const colours = new Map(tags.map(({ tag, color }) => [tag.toLowerCase(), color]));
  return (tag) => {
    for (let at = tag.toLowerCase(); at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      const colour = colours.get(at);
      if (colour) return colour;
    }
    return undefined;
  };
}
