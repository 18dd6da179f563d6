/** Emoji by the words that are typed behind `:`. */
import type { Named } from "./emojiNames";
import type { Item } from "./items";

const MOST = 8;
let known: Named[] | undefined;

/** Those one of whose words begins so, those whose first does before others; the list is fetched when it is asked for. */
export function emojiFor(query: string, again: () => void): Item[] {
  if (known === undefined) {
    void import("./emojiNames").then(async ({ emojiNames }) => {
      known ??= await emojiNames();
      again();
    });
    return [];
  }
  const begun = query.toLowerCase();
  const exact = known.filter(([, words]) => words.split(" ", 1)[0] === begun);
  const first = known.filter(([, words]) => words.startsWith(begun));
  const later = known.filter(([, words]) => words.includes(` ${begun}`) || words.includes(`_${begun}`));
  return [...new Set([...exact, ...first, ...later])].slice(0, MOST).map(([emoji, words]) => ({
    id: emoji,
    name: `${emoji} ${words.split(" ", 1)[0]}`,
    choice: { kind: "text", text: emoji },
  }));
}
