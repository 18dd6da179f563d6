import { describe, expect, test } from "vitest";
import { besideOf, withBeside } from "../../src/notes/beside";
import { counted } from "../../src/notes/counting";
import { freeName, renamed, retyped, typeOf } from "../../src/notes/properties";

describe("Properties", () => {
  test.each([
    ["plain", "text"],
    [4, "number"],
    [false, "checkbox"],
    ["2026-11-21", "date"],
    [["a", "b"], "list"],
    ["https://example.org/x", "link"],
    [{ a: 1 }, "json"],
    [[1, 2], "json"],
    [null, "text"],
  ])("of the value %j are of the kind %s", (value, type) => {
    expect(typeOf(value)).toBe(type);
  });

  test("become values of another kind", () => {
    expect(retyped("4,5", "number")).toBe(4.5);
    expect(retyped("a, b,", "list")).toEqual(["a", "b"]);
    expect(retyped("東京、大阪，القاهرة، مكة; x", "list")).toEqual(["東京", "大阪", "القاهرة", "مكة; x"]);
    expect(retyped(["a", "b"], "text")).toBe("a, b");
    expect(retyped("yes", "checkbox")).toBe(true);
    expect(retyped("on 2026-11-21", "date")).toBe("2026-11-21");
  });

  test("keep their place when they are renamed", () => {
    expect(Object.entries(renamed({ a: 1, b: 2, c: 3 }, "b", "x"))).toEqual([
      ["a", 1],
      ["x", 2],
      ["c", 3],
    ]);
  });

  test("get a name that none has", () => {
    expect(freeName({ Property: 1, "Property 2": 1 }, "Property")).toBe("Property 3");
  });
});

test("Words are counted in any script", () => {
  expect(counted("Two words.\n\nAnd three more.", "en")).toMatchObject({
    words: 5,
    paragraphs: 2,
    minutes: 1,
  });
  expect(counted("", "en")).toMatchObject({ words: 0, characters: 0, minutes: 0 });
});

test("The note beside stands in the address", () => {
  expect(besideOf(withBeside("/notes/a", "b").split("?")[1] ?? "")).toBe("b");
  expect(besideOf("")).toBe(null);
});
