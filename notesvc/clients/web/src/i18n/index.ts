/** Strings: a catalogue per language, in areas; English is the one that all others must match. */
import * as english from "./en";
import type { Area, Branch, Key } from "./keys";

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  ja: "日本語",
  ar: "العربية",
} as const;
export type Language = keyof typeof LANGUAGES;

/** A language's texts: those that the app begins with, and how the areas that come later are fetched. */
interface Catalogue {
  default: Branch;
  areas: Record<Area, () => Promise<{ default: Branch }>>;
}

const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: async () => english,
  de: () => import("./de"),
  es: () => import("./es"),
  ja: () => import("./ja"),
  ar: () => import("./ar"),
};

const known: Record<Language, Branch> = { en: { ...english.default }, de: {}, es: {}, ja: {}, ar: {} };
const learnt = new Set<Area>();
let spoken: Language = "en";
let wanted: Language = "en";

type Learn = (language: Language) => Promise<unknown>;
const learners = new Set<Learn>();

/** Words that are not ours are fetched with each language that is spoken from now on, as `learn` does it. */
export async function learnWith(learn: Learn): Promise<void> {
  learners.add(learn);
  await Promise.all([...new Set([spoken, wanted])].map(learn));
}

/** Load a language and make it the one that `t` answers in. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const catalogue = await CATALOGUES[language]();
  known[language] = { ...catalogue.default, ...known[language] };
  const areas = [...learnt].map((area) => load(language, area));
  await Promise.all([...areas, ...[...learners].map((learn) => learn(language))]);
  if (wanted === language) spoken = language;
}

/** The module that `fetch` loads, once the words of the areas that it speaks in are here, too. */
export async function withWords<T>(areas: readonly Area[], fetch: () => Promise<T>): Promise<T> {
  for (const area of areas) learnt.add(area);
  const languages = new Set([spoken, wanted]);
  const [module] = await Promise.all([
    fetch(),
    ...[...languages].flatMap((language) => areas.map((area) => load(language, area))),
  ]);
  return module;
}

async function load(language: Language, area: Area): Promise<void> {
  if (known[language][area]) return;
  const { areas } = await CATALOGUES[language]();
  const { default: words } = await areas[area]();
  known[language][area] = words;
}

export const spokenLanguage = (): Language => spoken;

type Values = Record<string, string | number>;

/**
 * The words for the key in the language that is spoken. `{{name}}` stands for a value; `count` chooses the number's form.
 * Where the language is written from right to left, a value keeps its own direction: invisible signs stand around it.
 */
export function t(key: Key, values: Values = {}): string {
  const { count } = values;
  const words = (typeof count === "number" && counted(key, count)) || found(key) || key;
  return words.replace(/([#$@]?)\{\{(\w+)\}\}/g, (_, sign: string, name: string) => {
    const value = values[name] ?? "";
    const said = `${sign}${value}`;
    return typeof value === "string" && directionOf(spoken) === "rtl" ? apart(said) : said;
  });
}

/** Signs around words of ours hide them from where a direction is looked for: such a value runs as the language does. */
const apart = (said: string) => `${said.includes("\u2068") ? "\u2067" : "\u2068"}${said}\u2069`;

/** What stands between two sentences. */
export const gap = (): string => (spoken === "ja" ? "" : " ");

/** Sentences one after the other, without those that there are none of. */
export const inTurn = (...sentences: readonly (string | null | undefined | false)[]): string =>
  sentences.filter(Boolean).join(gap());

/** Names one after the other. */
export const listed = (names: readonly string[]): string => names.join(t("common.between"));

/** The commas of all scripts: people write in more languages than the one that the app speaks. */
const COMMA = /[,،、，､]/;

/** What somebody has typed with commas between. */
export const itemsOf = (text: string): string[] =>
  text
    .split(COMMA)
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Whether what is typed ends with a comma. */
export const endsItem = (text: string): boolean => COMMA.test(text.slice(-1));

/** The same without the signs around values: for what is stored, such as the title of a copy. */
export const plain = (words: string): string => words.replace(/[\u2067-\u2069]/g, "");

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

const EXACT = ["zero", "one"];
const plurals: Partial<Record<Language, Intl.PluralRules>> = {};

/** Words for exactly none or one come first, then those of the grammar's form; where it has none, those for others. */
function counted(key: string, count: number): string | undefined {
  const rules = plurals[spoken] ?? new Intl.PluralRules(spoken);
  plurals[spoken] = rules;
  const forms = [EXACT[count], rules.select(count), "other"];
  return forms.map((form) => form && found(`${key}_${form}`)).find((words) => words !== undefined);
}

function found(key: string): string | undefined {
  let place: Branch | string | undefined = known[spoken];
  for (const step of key.split(".")) place = typeof place === "object" ? place[step] : undefined;
  return typeof place === "string" ? place : undefined;
}

/** The language that the browser asks for, as far as there is a catalogue. */
export function languageOfBrowser(): Language {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2));
  return (asked.find((tag) => tag in LANGUAGES) as Language | undefined) ?? "en";
}
