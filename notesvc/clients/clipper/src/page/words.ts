/** Scripts that put no blanks between words: each letter counts as half a word. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

/** How many words a text has, about. */
export function countWords(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  const spaced = text.replace(DENSE, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(dense / 2);
}

const ENOUGH = 150;
const LITTLE = 0.3;

/** Whether so little of a page was kept that the user should know. */
export function isLittle(kept: number, shown: number): boolean {
  return shown >= ENOUGH && kept < shown * LITTLE;
}
