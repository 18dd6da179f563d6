/** Strings: a catalogue per language, in areas; English is the one that all others must match. */
import en from "./en";
import type { Area, Branch, Key } from "./keys";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const STARTS: Record<Language, () => Promise<Branch>> = {
  en: async () => en,
  de: async () => (await import("./de")).default,
};
/** What the frame and the first notes do without: a page that speaks in one of these areas says so in `withWords`. */
const AREAS = import.meta.glob<Branch>("./*/{account,admin,ai,device,pages,providers,settings,shares}.ts", {
  import: "default",
});

const known: Record<Language, Branch> = { en: { ...en }, de: {} };
const learnt = new Set<Area>();
let spoken: Language = "en";
let wanted: Language = "en";

/** Load a language and make it the one that `t` answers in. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  Object.assign(known[language], await STARTS[language](), known[language]);
  await Promise.all([...learnt].map((area) => load(language, area)));
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
  known[language][area] ??= await AREAS[`./${language}/${area}.ts`]!();
}

const plurals: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  de: new Intl.PluralRules("de"),
};

export const spokenLanguage = (): Language => spoken;

type Values = Record<string, string | number>;

/** The words for the key in the language that is spoken. `{{name}}` stands for a value; `count` chooses the number's form. */
export function t(key: Key, values: Values = {}): string {
  const { count } = values;
  const words = (typeof count === "number" && counted(key, count)) || found(key) || key;
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}

function counted(key: string, count: number): string | undefined {
  const none = count === 0 ? found(`${key}_zero`) : undefined;
  return none ?? found(`${key}_${plurals[spoken].select(count)}`);
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
