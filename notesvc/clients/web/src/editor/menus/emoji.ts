/** Emoji by the words that are typed behind `:`. */
import type { Named } from "./emojiNames";
import type { Item } from "./items";

const MOST = 8;
let known: Named[] | undefined;

/** Those one of whose words begins so, short names before long ones that begin so; the list is fetched when it is asked for. */
export function emojiFor(query: string, again: () => void): Item[] {
  if (known === undefined) {
    void import("./emojiNames").then(async ({ emojiNames }) => {
      known ??= await emojiNames();
      again();
    });
    return [];
  }
  const begun = query.toLowerCase();
  const length = ([, words]: Named) => nameIn(words).length;
  const first = known.filter(([, words]) => words.startsWith(begun)).sort((a, b) => length(a) - length(b));
  const later = known.filter(([, words]) => words.includes(` ${begun}`) || words.includes(`_${begun}`));
  return [...new Set([...first, ...later])].slice(0, MOST).map(([emoji, words]) => ({
    id: emoji,
    name: `${emoji} ${nameIn(words)}`,
    isMeant: words.startsWith(begun),
    choice: { kind: "text", text: emoji },
  }));
}

const nameIn = (words: string): string => words.split(" ", 1)[0] ?? "";
