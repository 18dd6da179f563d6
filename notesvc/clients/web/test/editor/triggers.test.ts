import { describe, expect, it } from "vitest";
import { isQuery, openedBy } from "../../src/editor/menus/triggers";
import { askedFor } from "../../src/editor/raw/complete";

describe("a menu", () => {
  it.each([
    ["/", "/"],
    ["a /", "/"],
    ["see [[", "[["],
    ["word[[", "[["],
    ["#", "#"],
    ["(#", "#"],
    ["日本。#", "#"],
    ["to $", "$"],
    ["“@", "@"],
  ])("opens behind %j", (before, sign) => {
    expect(openedBy(before)).toBe(sign);
  });

  it.each(["and/", "1/", "a#", "##", "&#", "me@", "\\#", "$$", "x$", "\\[["])(
    "stays closed behind %j",
    (before) => {
      expect(openedBy(before)).toBeUndefined();
    },
  );

  it("closes where the text cannot be its query any more", () => {
    expect(isQuery("#", "tag/sub-1")).toBe(true);
    expect(isQuery("#", " heading")).toBe(false);
    expect(isQuery("$", "Ada Love")).toBe(true);
    expect(isQuery("$", "5")).toBe(false);
    expect(isQuery("[[", "Any title, with: signs")).toBe(true);
    expect(isQuery("[[", "done]]")).toBe(false);
  });
});

describe("the raw surface", () => {
  it("knows what is asked for from the text before the caret", () => {
    expect(askedFor("see [[Foo b")).toEqual({ sign: "[[", query: "Foo b" });
    expect(askedFor("a #ta")).toEqual({ sign: "#", query: "ta" });
    expect(askedFor("see [[C# no")).toEqual({ sign: "[[", query: "C# no" });
    expect(askedFor("[[done]] and")).toBeUndefined();
    expect(askedFor("mail me@example")).toBeUndefined();
  });
});
