// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { toggle, toggleLink } from "../../src/editor/raw/formatting";
import { made, typed } from "./rawKeys";

const bold = toggle("bold");
const italic = toggle("italic");
const strike = toggle("strike");
const highlight = toggle("highlight");
const code = toggle("code");

describe("a style by key", () => {
  it.each([
    [bold, "a ‹word› b", "a **‹word›** b"],
    [bold, "a **‹word›** b", "a ‹word› b"],
    [bold, "a ‹**word**› b", "a ‹word› b"],
    [italic, "a **‹word›** b", "a ***‹word›*** b"],
    [italic, "a ***‹word›*** b", "a **‹word›** b"],
    [bold, "a ***‹word›*** b", "a *‹word›* b"],
    [strike, "‹word›", "~~‹word›~~"],
    [strike, "~~‹word›~~", "‹word›"],
    [highlight, "‹word›", "==‹word›=="],
    [highlight, "==‹word›==", "‹word›"],
    [code, "‹word›", "`‹word›`"],
    [code, "`‹word›`", "‹word›"],
    [bold, "__‹word›__", "‹word›"],
    [bold, "a ‹word › b", "a **‹word›**  b"],
    [bold, "wo¦rd", "**wo¦rd**"],
    [bold, "**wo¦rd and more**", "wo¦rd and more"],
    [bold, "a **word¦** b", "a **word**¦ b"],
    [bold, "__word¦__", "__word__¦"],
    [bold, "**so ¦**", "**so **¦"],
    [italic, "a *word¦*", "a *word*¦"],
    [highlight, "==word¦==", "==word==¦"],
    [code, "`word¦`", "`word`¦"],
    [bold, "¦", "**¦**"],
    [bold, "**¦**", "¦"],
    [bold, "**one ‹two› three**", "**one** ‹two› **three**"],
    [bold, "**‹one› two**", "‹one› **two**"],
  ])("%# makes of %j %j", (style, before, wanted) => {
    expect(made(before, style)).toBe(wanted);
  });

  it("goes over several lines, each for itself, and off again", () => {
    const before = "‹# Head\n\n- one\n  - [ ] two\n> three›";
    const bolded = "# **‹Head**\n\n- **one**\n  - [ ] **two**\n> **three›**";
    expect(made(before, bold)).toBe(bolded);
    expect(made(bolded, bold)).toBe("# ‹Head\n\n- one\n  - [ ] two\n> three›");
    expect(made("‹**one**\ntwo›", bold)).toBe("‹**one**\n**two›**");
  });

  it("changes nothing in a block of code", () => {
    expect(made("```\n‹word›\n```", bold)).toBe("```\n‹word›\n```");
  });
});

describe("a link by key", () => {
  it.each([
    ["a ‹word› b", "a [word](¦) b"],
    ["‹https://example.org/a›", "[¦](https://example.org/a)"],
    ["a [‹word›](https://example.org) b", "a ‹word› b"],
  ])("makes of %j %j", (before, wanted) => {
    expect(made(before, toggleLink)).toBe(wanted);
  });

  it("is left to the palette where nothing is selected", () => {
    expect(made("wo¦rd", toggleLink)).toBeNull();
    expect(made("[wo¦rd](https://example.org)", toggleLink)).toBeNull();
    expect(made("‹two\nlines›", toggleLink)).toBeNull();
  });
});

describe("a sign that is typed on a selection", () => {
  it.each([
    ["*", "a *‹word›* b"],
    ["_", "a _‹word›_ b"],
    ["`", "a `‹word›` b"],
    ["=", "a =‹word›= b"],
    ["[", "a [‹word›] b"],
    ["(", "a (‹word›) b"],
    ['"', 'a "‹word›" b'],
  ])("%s goes around it", (sign, wanted) => {
    expect(typed("a ‹word› b", sign)).toBe(wanted);
  });

  it("takes its place in code, as any letter does anywhere", () => {
    const letters = (text: string) => text.replace(/[‹›¦]/g, "");
    expect(letters(typed("```\n‹word›\n```", "*"))).toBe("```\n*\n```");
    expect(letters(typed("‹word›", "x"))).toBe("x");
    expect(letters(typed("a¦", "*"))).toBe("a*");
  });
});

describe("the last sign of a fence that ends code", () => {
  it.each([
    ["```\n  a\n  ``¦", "`", "```\n  a\n```¦"],
    ["~~~py\n\t~~¦", "~", "~~~py\n~~~¦"],
    ["- a\n\n  ```\n  a\n      ``¦\n", "`", "- a\n\n  ```\n  a\n  ```¦\n"],
    ["```\na\n``¦", "`", "```\na\n```¦"],
  ])("makes of %j and %s the end", (before, sign, wanted) => {
    expect(typed(before, sign).replace("¦", "")).toBe(wanted.replace("¦", ""));
  });

  it.each([
    ["  ``¦", "`"],
    ["```\na\n```\n\n  ``¦", "`"],
    ["````\n  ``¦", "`"],
    ["~~~\n  ``¦", "`"],
    ["```\n  ``¦ a", "`"],
    ["```\n  ``¦\n```", "`"],
  ])("is one as any other in %j", (before, sign) => {
    expect(typed(before, sign).replace("¦", "")).toBe(before.replace("¦", sign));
  });
});
