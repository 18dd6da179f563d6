/** Which letters of a name are those that were typed: its words as they stand, else letter after letter. */
import type { Piece } from "./marked";
import { folded } from "./rank";

/** The name in parts; `query` is folded. A name that is folded to another length has no letters to point at. */
export function lettersOf(name: string, query: string): Piece[] {
  const plain = folded(name);
  if (query === "" || plain.length !== name.length) return [{ text: name, isMatch: false }];
  const met = new Set(query.split(/\s+/).flatMap((word) => wordIn(plain, word)));
  return inParts(name, met.size > 0 ? met : new Set(oneByOne(plain, query)));
}

function wordIn(name: string, word: string): number[] {
  const at = name.indexOf(word);
  return at < 0 ? [] : [...word].map((_, place) => at + place);
}

function oneByOne(name: string, query: string): number[] {
  const places: number[] = [];
  let at = -1;
  for (const letter of query) {
    at = name.indexOf(letter, at + 1);
    if (at < 0) return [];
    places.push(at);
  }
  return places;
}

function inParts(name: string, met: ReadonlySet<number>): Piece[] {
  const parts: Piece[] = [];
  for (let place = 0; place < name.length; place++) {
    const isMatch = met.has(place);
    const last = parts.at(-1);
    const letter = name[place] ?? "";
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  }
  return parts;
}
