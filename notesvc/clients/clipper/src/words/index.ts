import { browser } from "../browser.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Words } from "./en.ts";
import { es } from "./es.ts";
import { ja } from "./ja.ts";

const LANGUAGES: Record<string, Words> = { en, de, es, ja, ar };

/** The browser's, where the clipper speaks it: the browser itself chooses among the folders of `_locales`. */
export const language = browser.i18n.getMessage("language");

export const words: Words = LANGUAGES[language] ?? en;
