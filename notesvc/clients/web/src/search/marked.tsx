/** Excerpts of the service (escaped text with `<mark>` around matches) as text and mark elements; never as HTML. */

export interface Piece {
  text: string;
  isMatch: boolean;
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

/** The pieces of an excerpt in order. Whatever is no mark stays text, tags included. */
export function pieces(excerpt: string): Piece[] {
  let isMatch = false;
  const found: Piece[] = [];
  for (const part of excerpt.split(/(<\/?mark>)/)) {
    if (part === "<mark>") isMatch = true;
    else if (part === "</mark>") isMatch = false;
    else if (part) found.push({ text: unescaped(part), isMatch });
  }
  return found;
}

export function Marked({ excerpt }: { excerpt: string }) {
  return pieces(excerpt).map(({ text, isMatch }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other name, and no state
    isMatch ? <mark key={place}>{text}</mark> : text,
  );
}

const unescaped = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);
