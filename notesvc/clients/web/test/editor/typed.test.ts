import { describe, expect, it } from "vitest";
import { linkBefore, markedBefore, namedBefore, numberBefore } from "../../src/editor/document/typed";
import { addressBefore } from "../../src/editor/document/typedAddress";
import { emojiAsked } from "../../src/editor/menus/triggers";
import { highlightsOf } from "../../src/render/highlights";

describe("typed markdown", () => {
  it("is a link where an address that may stand is closed", () => {
    expect(namedBefore("see [a b](https://example.org/x_(y))")).toEqual({
      length: 32,
      name: "a b",
      href: "https://example.org/x_(y)",
    });
    expect(namedBefore("[a](note)")?.href).toBe("note");
    for (const text of [
      "[a]()",
      "[ ](b)",
      "[a](b c)",
      "\\[a](b)",
      "![a](b)",
      "[a](javascript:x)",
      "f(b)",
      "[[a](b)",
    ])
      expect(namedBefore(text), text).toBeUndefined();
  });

  it("is a picture behind an exclamation mark", () => {
    expect(namedBefore("x ![](/p.png)", true)).toEqual({ length: 11, name: "", href: "/p.png" });
    for (const text of ["[a](b)", "\\![a](b)", "![a](data:x)"])
      expect(namedBefore(text, true), text).toBeUndefined();
  });

  it("begins a list with a number and a bracket", () => {
    expect(["1)", "12)", "a1)", "1.", "x 1)"].map(numberBefore)).toEqual([
      1,
      12,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is a link to a note in two brackets", () => {
    expect(linkBefore("to [[A b|c]]")).toEqual({ length: 9, title: "A b", alias: "c" });
  });

  it("strikes a part of a word", () => {
    expect(markedBefore("un~~used~~")).toEqual({ length: 8, words: "used", marks: ["strike"] });
    for (const text of ["a~~ b~~", "a~~b ~~", "a~~~b~~", "\\~~b~~", "a~~~~"])
      expect(markedBefore(text), text).toBeUndefined();
  });

  it("asks for an emoji by two letters, and a colon elsewhere is a colon", () => {
    expect(["a :ro", ":ro", "(:ro"].map(emojiAsked)).toEqual([3, 3, 3]);
    expect(["a:ro", "10:30", ": ro", ":r", "::ro"].map(emojiAsked)).toEqual([0, 0, 0, 0, 0]);
  });
});

it("words are highlighted between two pairs of signs that touch them", () => {
  const marked = (text: string) => highlightsOf(text).map(({ start, end }) => text.slice(start, end));
  expect(marked("a ==b c== d ==e=f==")).toEqual(["==b c==", "==e=f=="]);
  for (const text of ["a == b == c", "===b===", "==", "====", "\\==b==", "==a\nb=="])
    expect(marked(text), text).toEqual([]);
});

describe("an address", () => {
  it.each([
    ["see https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
    ["WWW.example.org...", "WWW.example.org"],
    ["(http://nas:5000/a_(b)).", "http://nas:5000/a_(b)"],
    ["„https://example.org/ä“,", "https://example.org/ä"],
    ["https://例え.jp/あ", "https://例え.jp/あ"],
    ["http://[::1]:8000", "http://[::1]:8000"],
  ])("in %j is %j", (before, address) => expect(addressBefore(before)?.address).toBe(address));

  it.each([
    "README.md",
    "example.org",
    "https://",
    "www.",
    "awww.example.org",
    "https://example.org now",
    "/www.example.org",
    "ftp://example.org",
    "",
  ])("is not in %j", (before) => expect(addressBefore(before)).toBeUndefined());
});
