import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plainWords } from "../../src/render/plainWords";
import { namesOf, tokensOf } from "../../src/render/tokens";

const people = namesOf([
  { id: "p1", name: "Ada", aliases: ["Countess"] },
  { id: "p2", name: "Ada Lovelace", aliases: [] },
  { id: "p3", name: "山田", aliases: [] },
  { id: "p4", name: "آدا", aliases: [] },
]);
const said = (text: string) =>
  tokensOf(text, people).map((each) => `${each.kind} ${text.slice(each.start, each.end)}`);

test.each([
  ["#tag at the start", ["tag #tag"]],
  ["a #project/alpha, #x9", ["tag #project/alpha", "tag #x9"]],
  ["a#b and &#35; and /#frag", []],
  ["#1 and #12 and #a", []],
  ["##double and # Heading", []],
  [`#${"a".repeat(33)}`, []],
  ["#trailing/ slash", ["tag #trailing"]],
  ["#plum- #plum_, #a- #__", ["tag #plum", "tag #plum"]],
  ["今日は#日本語、한국#태그", ["tag #日本語", "tag #태그"]],
  ["ไ#no é#no", []],
  ["#日本語 and #عربي", ["tag #日本語", "tag #عربي"]],
])("tags in %j are found", (text, found) => expect(said(text)).toEqual(found));

test.each([
  ["$Ada Lovelace wrote", ["person $Ada Lovelace"]],
  ["$ada  lovelace wrote", ["person $ada  lovelace"]],
  ["$Ada, $countess.", ["person $Ada", "person $countess"]],
  ["$Adam and $5 and US$Ada", []],
  ["$山田さん", ["person $山田"]],
  ["$آدا هنا", ["person $آدا"]],
  ["$Nobody", []],
])("people in %j are found by their longest name", (text, found) => expect(said(text)).toEqual(found));

test.each([
  ["@ada and @ada.lovelace.", ["user @ada", "user @ada.lovelace"]],
  ["ada@example.org, @a, @ada@host, path/@ada", []],
])("handles in %j are found", (text, found) => expect(said(text)).toEqual(found));

test.each([
  ["so $E = mc^2$ holds", ["maths $E = mc^2$"]],
  ["$$x$$ in a line", ["maths $$x$$"]],
  ["from $5 to $10", []],
  ["$ x $ and $x $", []],
  ["$a\nb$", []],
  ["$x\\$y$", ["maths $x\\$y$"]],
  ["1$x$ and $x$2", []],
])("formulas in %j are found", (text, found) => expect(said(text)).toEqual(found));

const { formulas, others } = JSON.parse(readFileSync("../../../tests/text/formulas.json", "utf8"));
const formulasIn = (text: string) =>
  tokensOf(text)
    .filter(({ kind }) => kind === "maths")
    .map(({ start, end }) => text.slice(start, end));

test.each(formulas as [string, string][])("the service's formula in %j is one", (text, formula) => {
  expect(formulasIn(text)).toEqual([formula]);
  expect(tokensOf(text)).toHaveLength(1);
});

test.each(others as string[])("what is no formula to the service is none: %j", (text) =>
  expect(formulasIn(text)).toEqual([]),
);

test.each([
  ["see https://a.example/x(y)#frag.", ["address https://a.example/x(y)#frag"]],
  ["(https://a.example)", ["address https://a.example"]],
  ["www.a.example/#tag", ["address www.a.example/#tag"]],
  ["a note[^1] and [^x]: no", ["footnote [^1]"]],
])("addresses and footnotes in %j are found", (text, found) => expect(said(text)).toEqual(found));

test("tokens are found in linear time", () => {
  const began = performance.now();
  for (const part of ["$", "#", "$a", "[^", "@a", "https://)", "$$a", "$a [b](", "$[a]", "$a ("])
    tokensOf(part.repeat(20_000), people);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("in lists people stand by their names alone, all else as it is written", () => {
  const text = "$Ada Lovelace met $Bob for $5, $x^2$, #tag and 今日は $山田";
  expect(plainWords(text, people)).toBe("Ada Lovelace met $Bob for $5, $x^2$, #tag and 今日は 山田");
});
