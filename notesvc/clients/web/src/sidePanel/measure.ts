/** How long a text is: words, characters, minutes. */

export interface Measure {
  words: number;
  characters: number;
  minutes: number;
}

const WORDS_A_MINUTE = 230;
/** Of scripts that are written without spaces. */
const SIGNS_A_MINUTE = 500;
const SIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’._-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

export function measureOf(text: string): Measure {
  const signs = count(text, SIGN);
  const words = count(signs ? text.replace(SIGN, " ") : text, WORD);
  const minutes = words / WORDS_A_MINUTE + signs / SIGNS_A_MINUTE;
  return {
    // A word of such a script has about two signs; where exactly it ends only a dictionary knows.
    words: words + Math.ceil(signs / 2),
    characters: count(text, /[^\n]/gu),
    minutes: words + signs === 0 ? 0 : Math.max(1, Math.round(minutes)),
  };
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
