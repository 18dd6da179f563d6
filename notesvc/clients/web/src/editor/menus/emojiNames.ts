/**
 * All emoji with the words that they are found by: GitHub's short code, which others type too, then what Unicode calls
 * them in the language of the app (for Arabic, which the data lacks, in English). Fetched when the first are asked for.
 */
import codes from "emojibase-data/en/shortcodes/github.json";
import { type Language, spokenLanguage } from "../../i18n";

interface Emoji {
  hexcode: string;
  unicode: string;
  label: string;
  tags?: string[];
}

export type Named = [emoji: string, words: string];

const english = () => import("emojibase-data/en/compact.json");
const DATA: Record<Language, () => Promise<{ default: unknown }>> = {
  en: english,
  de: () => import("emojibase-data/de/compact.json"),
  es: () => import("emojibase-data/es/compact.json"),
  ja: () => import("emojibase-data/ja/compact.json"),
  ar: english,
};

/** Those that have a code, the first of their words. */
export async function emojiNames(): Promise<Named[]> {
  const { default: data } = await DATA[spokenLanguage()]();
  const known = codes as Record<string, string | string[]>;
  return (data as Emoji[]).flatMap(({ hexcode, unicode, label, tags = [] }): Named[] => {
    const code = known[hexcode];
    return code === undefined ? [] : [[unicode, [code, label, tags].flat().join(" ").toLowerCase()]];
  });
}
