import { afterEach, describe, expect, it } from "vitest";
import { inTurn, LANGUAGES, type Language, listed, plain, speak, t } from "../../src/i18n";
import * as ar from "../../src/i18n/ar";
import * as de from "../../src/i18n/de";
import * as en from "../../src/i18n/en";
import * as es from "../../src/i18n/es";
import * as ja from "../../src/i18n/ja";
import type { Branch } from "../../src/i18n/keys";
import type { Translated } from "../../src/i18n/words";

const CATALOGUES = { en, de, es, ja, ar };
const FORM = /_(zero|one|two|few|many|other)$/;
/** Stand for the number; where a form means one number only, its words may say it instead. */
const NUMBERS = ["count", "number", "said"];

async function textsOf(language: Language): Promise<Map<string, string>> {
  const { default: start, areas } = CATALOGUES[language];
  const later = Object.entries(areas).map(async ([area, fetch]) => [area, (await fetch()).default] as const);
  const found = new Map<string, string>();
  const look = (branch: Branch, above: string) => {
    for (const [name, below] of Object.entries(branch))
      if (typeof below === "string") found.set(above + name, below);
      else look(below, `${above}${name}.`);
  };
  look({ ...start, ...Object.fromEntries(await Promise.all(later)) }, "");
  return found;
}

const english = await textsOf("en");
const counted = [...english.keys()]
  .filter((key) => key.endsWith("_other"))
  .map((key) => key.replace(FORM, ""))
  .filter((stem) => english.has(`${stem}_one`));
const isCounted = (key: string) => FORM.test(key) && counted.includes(key.replace(FORM, ""));

/** Of Spanish and its like, `many` is the form of millions: what is counted here never reaches it. */
const formsOf = (language: Language) =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => language !== "es" || form !== "many");

const valuesIn = (text = "") =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))].sort();
const withoutNumbers = (names: string[]) => names.filter((name) => !NUMBERS.includes(name));

/** Whether the words put in the values that the English ones do; those for none, one or two need not say the number. */
function hasItsValues(key: string, text: string): boolean {
  const [, form] = FORM.exec(key) ?? [];
  const names = valuesIn(text);
  if (!isCounted(key)) return names.join() === valuesIn(english.get(key)).join();
  const stem = key.replace(FORM, "");
  const models = [key, `${stem}_other`].flatMap((each) =>
    english.has(each) ? [valuesIn(english.get(each))] : [],
  );
  if (models.some((model) => model.join() === names.join())) return true;
  const mayBeSilent = form === "zero" || form === "one" || form === "two";
  return mayBeSilent && models.some((model) => withoutNumbers(model).join() === names.join());
}

describe.each(Object.keys(LANGUAGES) as Language[])("the texts in %s", (language) => {
  it("are those of English, no more and no fewer", async () => {
    const texts = [...(await textsOf(language)).keys()];
    const once = (keys: Iterable<string>) => [...keys].filter((key) => !isCounted(key)).sort();
    expect(once(texts)).toEqual(once(english.keys()));
    expect([...new Set(texts.filter(isCounted).map((key) => key.replace(FORM, "")))].sort()).toEqual(
      counted.sort(),
    );
  });
  it("have every form that the language counts in", async () => {
    const texts = await textsOf(language);
    const wanted = counted.flatMap((stem) => formsOf(language).map((form) => `${stem}_${form}`));
    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
  });
  it("put the same values in", async () => {
    const texts = await textsOf(language);
    expect([...texts].filter(([key, text]) => !hasItsValues(key, text))).toEqual([]);
  });
  it("are not empty where the English ones are not", async () => {
    const texts = await textsOf(language);
    expect([...texts].filter(([key, text]) => text.trim() === "" && english.get(key) !== "")).toEqual([]);
  });
});

describe("the compiler", () => {
  interface English {
    title: string;
    part: { lead: string };
    notes_one: string;
    notes_other: string;
  }
  const rest = { title: "", part: { lead: "" } };
  it("takes a language's own forms", () => {
    expect({ ...rest, notes_other: "" } satisfies Translated<English, "ja">).toBeTruthy();
    expect({ ...rest, notes_one: "", notes_other: "" } satisfies Translated<English, "es">).toBeTruthy();
  });
  it("refuses what is missing, a form that is missing, and what is too much", () => {
    // @ts-expect-error: the title
    expect({ part: rest.part, notes_other: "" } satisfies Translated<English, "ja">).toBeTruthy();
    // @ts-expect-error: two, few and others
    expect({ ...rest, notes_one: "", notes_other: "" } satisfies Translated<English, "ar">).toBeTruthy();
    // @ts-expect-error: no such text
    expect({ ...rest, notes_other: "", more: "" } satisfies Translated<English, "ja">).toBeTruthy();
  });
});

describe("words in another language", () => {
  afterEach(() => speak("en"));
  it("are counted as its grammar does", async () => {
    await speak("ar");
    const said = [0, 1, 2, 3, 11, 100, 103].map((count) => t("common.notes", { count }));
    expect(said).toEqual([
      "لا توجد ملاحظات",
      "ملاحظة واحدة",
      "ملاحظتان",
      "3 ملاحظات",
      "11 ملاحظة",
      "100 ملاحظة",
      "103 ملاحظات",
    ]);
    await speak("es");
    expect(t("common.notes", { count: 1_000_000 })).toBe("1000000 notas");
    await speak("ja");
    expect(t("shell.tree.trashed", { count: 1, name: "川" })).toBe("「川」をゴミ箱に移動しました。");
    expect(t("shell.tree.trashed", { count: 2, name: "川" })).toBe("2件をゴミ箱に移動しました。");
  });
  it("keep the direction of a value apart from right to left", async () => {
    await speak("ar");
    expect(t("editor.menu.createTag", { name: "c++" })).toBe("إنشاء الوسم \u2068#c++\u2069");
    expect(plain(t("saving.myVersion", { name: "Plan" }))).toBe("Plan (نسختي)");
    await speak("es");
    expect(t("editor.menu.createTag", { name: "c++" })).toBe("Crear la etiqueta #c++");
  });
});

describe("sentences one after the other", () => {
  afterEach(() => speak("en"));
  it("have a blank between them, but none in Japanese", async () => {
    const both = () =>
      inTurn(t("common.problem.conflict"), undefined, false, "", t("common.problem.unanswered"));
    expect(both()).toBe(`${t("common.problem.conflict")} ${t("common.problem.unanswered")}`);
    await speak("ja");
    expect(both()).toBe(`${t("common.problem.conflict")}${t("common.problem.unanswered")}`);
    expect(both()).not.toContain(" ");
  });
  it("run as the language does within each other, too", async () => {
    await speak("ar");
    const when = t("common.moment", { day: "اليوم", time: "6:11 ص" });
    expect(t("shares.frozen", { when })).toBe(`ثُبّت \u2067${when}\u2069`);
    expect(plain(t("shares.frozen", { when }))).toBe("ثُبّت اليوم، 6:11 ص");
  });
  it("stand one after the other with the language's own comma", async () => {
    await speak("en");
    expect(listed(["Ada", "Bob"])).toBe("Ada, Bob");
    await speak("ja");
    expect(listed(["Ada", "Bob"])).toBe("Ada、Bob");
    expect(t("common.about", { what: "今日", said: "復元" })).toBe("今日：復元");
    await speak("ar");
    expect(listed(["Ada", "Bob"])).toBe("Ada، Bob");
  });
  it("name a person as the language does, and nobody as nobody", async () => {
    await speak("ja");
    const where = t("notifications.named", { name: "庭" });
    const who = t("common.person", { name: "Ada" });
    expect(t("notifications.mention", { who, where })).toBe("Adaさんが「庭」であなたをメンションしました。");
    expect(t("notifications.mention", { who: t("notifications.somebody"), where })).toMatch(/^誰かが/);
  });
});
