/** Two texts as one, by words: what came and what went. */
import { diffWordsWithSpace } from "diff/lib/diff/word.js";
import { useMemo } from "react";

interface Props {
  before: string;
  after: string;
  /** Show the second text alone, with what is only in it marked. */
  only?: "added";
}

export function Differences({ before, after, only }: Props) {
  const parts = useMemo(() => diffWordsWithSpace(before, after, { timeout: 800 }), [before, after]);
  if (!parts) return after;
  return parts
    .filter((part) => !(only && part.removed))
    .map((part, at) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and never move
      if (part.added) return <ins key={at}>{part.value}</ins>;
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      if (part.removed) return <del key={at}>{part.value}</del>;
      return part.value;
    });
}
