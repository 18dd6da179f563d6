/** Counting words, in any script. */
const WORDS_A_MINUTE = 220;

export interface Counts {
  words: number;
  characters: number;
  noSpaces: number;
  paragraphs: number;
  minutes: number;
}

export function counted(text: string, language: string): Counts {
  const words = wordsIn(text, language);
  return {
    words,
    characters: [...text.replace(/\n/g, "")].length,
    noSpaces: [...text.replace(/\s/g, "")].length,
    paragraphs: text.split(/\n+/).filter((line) => line.trim() !== "").length,
    minutes: words === 0 ? 0 : Math.max(1, Math.round(words / WORDS_A_MINUTE)),
  };
}

function wordsIn(text: string, language: string): number {
  if (typeof Intl.Segmenter === "undefined") return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    if (isWordLike) words++;
  }
  return words;
}
