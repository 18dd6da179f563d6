/** The block editor's own words: its makers' in the language that is spoken, English where they are not here. */
import type { en } from "@blocknote/core/locales";
import { type Language, learnWith, spokenLanguage } from "../i18n";

type Dictionary = typeof en;

const learnt: Partial<Record<Language, Dictionary>> = {};

async function learn(language: Language): Promise<void> {
  if (language === "en" || learnt[language]) return;
  const others = await import("./otherBlockWords");
  learnt[language] = others[language] as Dictionary;
}

/** Before the editor is made; the words of each language that is chosen later are fetched with it. */
export const learnBlockWords = (): Promise<void> => learnWith(learn);

export const blockWords = (): Dictionary | undefined => learnt[spokenLanguage()];
