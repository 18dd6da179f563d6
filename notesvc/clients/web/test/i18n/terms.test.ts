import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** One concept, one term: what a language has another word for (docs/how-to/add-a-language.md), or another address. */
const NOT_SAID = {
  de: /\bVerweis|\bverweis(?:t|en)\b|Fassung|Kürzel|(?<!E-)\bMails?\b|Maschine|\b[Dd]u\b|\b[Dd]ein|\bLeute/,
  es: /[Vv]ínculo|[Ff]ichero|[Hh]ipervínculo|(?<!\p{L})[Tt]ú(?!\p{L})|\b[Tt]us?\b|hashtag/u,
  // Names stand in brackets, not between blanks.
  ja: /(?<![#$])\{\{(?:name|from|to|other|folder)\}\} [ぁ-ん]|保管先|保存先|宛(?![て先])|のストレージ|パスワードが間違|リファレンス|ごみ箱|フォルダ(?!ー)|ユーザ(?!ー)|サーバ(?!ー)|ブラウザ(?!ー)|ログイン|ログアウト|版|似た題/,
  ar: /وصلة|هاشتاغ|فولدر|حافظة|[٠-٩]/,
};
/** The words of a catalogue, in a file of the app or of the service. */
const textsOf = (source: string) =>
  [...source.matchAll(/^\s*("[^"]*"|\w+)\s*[:=]\s*\n?\s*"((?:[^"\\]|\\.)*)"/gm)].map(([, key, text]) => ({
    key: key!,
    text: text!,
  }));

it.each(Object.entries(NOT_SAID))("%s says everything with its own terms", (language, wrong) => {
  const folder = join("src/i18n", language);
  const files = [
    ...readdirSync(folder).map((file) => join(folder, file)),
    `../../sentences/${language}.toml`,
    `../../domain/mail/words/${language}.py`,
  ];
  const found = files.flatMap((file) =>
    textsOf(readFileSync(file, "utf8"))
      .filter(({ text }) => wrong.test(text))
      .map(({ key, text }) => `${file}: ${key}: ${text}`),
  );
  expect(found).toEqual([]);
});

it("Arabic says what somebody has done without a verb that makes them a man", () => {
  const verb =
    /(?<!\p{L})(?:أشار|غيّر|يطلب|يشارك|شارك|انضم|سمح|حوّل|يرى|فتح|حُذف|عُطّل|أصبح|يُبلَّغ)(?: إليك| لك|ها)? \{+(?:who|name|owner)\}/u;
  const people = ["notifications", "rooms", "sharing", "admin"].map((area) => `src/i18n/ar/${area}.ts`);
  const found = [...people, "../../domain/mail/words/ar.py"].flatMap((file) =>
    textsOf(readFileSync(file, "utf8")).filter(({ text }) => verb.test(text)),
  );
  expect(found).toEqual([]);
});
