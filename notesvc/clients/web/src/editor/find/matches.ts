/** Where a text stands in the document: inside one paragraph each, whatever the case. */
import type { Node } from "@tiptap/pm/model";
import { HOLE } from "../tokens/readable";

export interface Match {
  from: number;
  to: number;
}

const MOST = 5_000;

export function matchesIn(doc: Node, wanted: string): Match[] {
  if (wanted === "") return [];
  const needle = wanted.toLocaleLowerCase();
  const found: Match[] = [];
  doc.descendants((node, position) => {
    if (found.length >= MOST) return false;
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, HOLE);
    const folded = text.toLocaleLowerCase();
    // Where folding moves letters, only the same case can be found in its place.
    const place = folded.length === text.length ? folded : text;
    for (let at = place.indexOf(needle); at >= 0; at = place.indexOf(needle, at + needle.length))
      found.push({ from: position + 1 + at, to: position + 1 + at + needle.length });
    return false;
  });
  return found;
}
