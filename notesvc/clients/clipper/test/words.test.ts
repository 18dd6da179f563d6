import { readdirSync, readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { ar } from "../src/words/ar.ts";
import { de } from "../src/words/de.ts";
import { en, type Words } from "../src/words/en.ts";
import { es } from "../src/words/es.ts";
import { ja } from "../src/words/ja.ts";

const LANGUAGES: Record<string, Words> = { en, de, es, ja, ar };
type Branch = { [key: string]: string | ((...values: never[]) => string) | Branch };

/** What is said for these values, by its place; what is no sentence with values is said for all. */
function said(branch: Branch, values: readonly unknown[], above = ""): Map<string, string> {
  return new Map(
    Object.entries(branch).flatMap(([key, words]) => {
      if (typeof words === "object") return [...said(words, values, `${above}${key}.`)];
      return [[above + key, typeof words === "string" ? words : words(...(values as never[]))] as const];
    }),
  );
}

const messagesOf = (language: string): Record<string, { message: string }> =>
  JSON.parse(readFileSync(`public/_locales/${language}/messages.json`, "utf8"));

it.each(Object.entries(LANGUAGES))("%s says everything, with its values", (_, words) => {
  for (const values of [
    [0, 0],
    [1, 1],
    [2, 2],
    [5, 3],
    [11, 11],
  ]) {
    const found = said(words as unknown as Branch, values);
    expect([...found].filter(([, text]) => text.trim() === "" || /undefined|NaN/.test(text))).toEqual([]);
  }
  const named = said(words as unknown as Branch, ["Garden", "Garden"]);
  const silent = [...said(en as unknown as Branch, ["Garden", "Garden"])]
    .filter(([key, text]) => text.includes("Garden") && !named.get(key)?.includes("Garden"))
    .map(([key]) => key);
  expect(silent).toEqual([]);
  const placesIn = (text: string) => text.match(/\{\{.*?\}\}/g);
  expect(placesIn(words.options.bodyHint)).toEqual(placesIn(en.options.bodyHint));
});

it("Arabic counts in its own way", () => {
  const counts = [1, 2, 3, 10, 11, 100].map((count) => ar.facts(count, 0));
  expect(counts).toEqual(["كلمة واحدة", "كلمتان", "3 كلمات", "10 كلمات", "11 كلمة", "100 كلمة"]);
});

it("the browser names and describes it in the same languages, as short as shops want it", () => {
  expect(readdirSync("public/_locales").sort()).toEqual(Object.keys(LANGUAGES).sort());
  for (const language of Object.keys(LANGUAGES)) {
    const messages = messagesOf(language);
    expect(Object.keys(messages)).toEqual(Object.keys(messagesOf("en")));
    expect(Object.values(messages).every(({ message }) => message.trim() !== "")).toBe(true);
    expect(messages.description?.message.length).toBeLessThanOrEqual(132);
  }
});

it.each(Object.keys(LANGUAGES))("the pages speak %s where the browser does", async (spoken) => {
  vi.resetModules();
  const getMessage = (name: string) => messagesOf(spoken)[name]?.message;
  vi.stubGlobal("chrome", { i18n: { getMessage } });
  const { language, words } = await import("../src/words/index.ts");
  expect(language).toBe(spoken);
  expect(words).toBe((await import(`../src/words/${spoken}.ts`))[spoken]);
});
