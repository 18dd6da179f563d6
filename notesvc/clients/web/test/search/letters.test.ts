import { expect, test } from "vitest";
import { lettersOf } from "../../src/search/letters";

const strong = (name: string, query: string) =>
  lettersOf(name, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

test("words that stand in a name are met where they stand", () => {
  expect(strong("The garden year", "gar")).toBe("The [gar]den year");
  expect(strong("The garden year", "year the")).toBe("[The] garden [year]");
  expect(strong("Über uns", "uber")).toBe("[Über] uns");
});

test("else its letters are met in their order", () => {
  expect(strong("Garden year", "gdy")).toBe("[G]ar[d]en [y]ear");
});

test("a name that fits for another reason has nothing to point at", () => {
  expect(strong("Ada Lovelace", "countess")).toBe("Ada Lovelace");
  expect(strong("Straße", "strasse")).toBe("Straße");
  expect(strong("Plan", "")).toBe("Plan");
});
