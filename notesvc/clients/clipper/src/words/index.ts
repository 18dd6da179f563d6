import { browser } from "../browser.ts";
import { de } from "./de.ts";
import { en, type Words } from "./en.ts";

/** The language of the browser, where the clipper speaks it. */
export const language = browser.i18n.getUILanguage().toLowerCase().startsWith("de") ? "de" : "en";

export const words: Words = language === "de" ? de : en;
