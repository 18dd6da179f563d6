// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { aligned, cellsOf } from "../../src/editor/raw/cells";
import { beginTable, changeTable, leaveTable, moveCell, nextRow } from "../../src/editor/raw/tables";
import type { TableAct } from "../../src/editor/surface";
import { made, typed } from "./rawKeys";

const tab = (view: Parameters<typeof nextRow>[0]) => moveCell(view, 1);
const back = (view: Parameters<typeof nextRow>[0]) => moveCell(view, -1);
const act = (what: TableAct) => (view: Parameters<typeof nextRow>[0]) => changeTable(view, what);
const lines = (...all: string[]) => all.join("\n");

describe("Enter behind a row that stands alone", () => {
  const begun = lines("| Day | Place |", "| --- | ----- |", "| ¦    |       |");

  it("begins a table, in a quote as well", () => {
    expect(made("| Day | Place |¦", beginTable)).toBe(begun);
    expect(made("> a\n>\n> |a|b|¦", beginTable)).toBe(
      "> a\n>\n> | a   | b   |\n> | --- | --- |\n> | ¦    |     |",
    );
  });

  it.each([
    "| Day¦ | Place |",
    "| Day |¦",
    "a | b¦",
    "above\n| a | b |¦",
    "|---|---|¦",
    "```\n| a | b |¦\n```",
  ])("does not where %j stands", (text) => expect(made(text, beginTable)).toBeNull());

  it("leaves it to who writes the row of dashes by hand", () => {
    expect(typed(begun, "|")).toBe("| Day | Place |\n|¦");
    expect(typed(begun.replace("¦", "¦x"), "|")).toBe(begun.replace("¦", "|¦x"));
  });
});

describe("a table as it is written", () => {
  it("has its pipes below each other, whatever is in its cells", () => {
    const rows = ["|a|longer|", "|:-:|--:|", "|x \\| y|`1`|", "|日本||"].map(cellsOf);
    expect(aligned(rows)).toEqual([
      "|   a    | longer |",
      "| :----: | -----: |",
      "| x \\| y |    `1` |",
      "|  日本  |        |",
    ]);
  });

  it("is walked through with Tab, which puts it in order", () => {
    const before = lines("a|b", "-|-", "long word¦|2");
    const once = lines("| a         | b   |", "| --------- | --- |", "| long word | 2¦   |");
    expect(made(before, tab)).toBe(once);
    expect(made(before, tab, tab)).toBe(
      lines("| a         | b   |", "| --------- | --- |", "| long word | 2   |", "| ¦          |     |"),
    );
    expect(made(before, tab, back, back)).toContain("| b¦   |");
    expect(made(lines("|a|b¦|", "|-|-|", "|1|2|"), tab)).toContain("| 1¦   | 2   |");
  });

  it("goes on below with Enter, and is left from an empty row", () => {
    const before = lines("| a   | b   |", "| --- | --- |", "| 1   | 2¦   |");
    const empty = lines("| a   | b   |", "| --- | --- |", "| 1   | 2   |", "|     | ¦    |");
    expect(made(before, nextRow)).toBe(empty);
    expect(made(empty, nextRow)).toBe(lines("| a   | b   |", "| --- | --- |", "| 1   | 2   |", "", "¦"));
    expect(made(lines("|a¦|", "|-|", "|1|"), nextRow)).toBe(lines("| a   |", "| --- |", "| 1¦   |"));
    expect(made(before, leaveTable)).toBe(lines("| a   | b   |", "| --- | --- |", "| 1   | 2   |", "", "¦"));
  });

  it("is a line end for somebody who writes the pipes by hand", () => {
    expect(made(lines("| a |", "| - |", "| 1 |¦"), nextRow)).toBeNull();
    expect(made(lines("| a |", "| -¦ |"), nextRow)).toBeNull();
  });

  it("stays in its quote", () => {
    expect(made(lines("> |a|", "> |-|", "> |1¦|"), tab)).toBe(
      lines("> | a   |", "> | --- |", "> | 1   |", "> | ¦    |"),
    );
  });

  it.each([
    ["rowAbove", lines("| a   | b   |", "| --- | --- |", "|     | ¦    |", "| 1   | 2   |")],
    ["rowBelow", lines("| a   | b   |", "| --- | --- |", "| 1   | 2   |", "|     | ¦    |")],
    ["columnBefore", lines("| a   |     | b   |", "| --- | --- | --- |", "| 1   | ¦    | 2   |")],
    ["columnAfter", lines("| a   | b   |     |", "| --- | --- | --- |", "| 1   | 2   | ¦    |")],
    ["deleteRow", lines("| a   | b¦   |", "| --- | --- |")],
    ["deleteColumn", lines("| a   |", "| --- |", "| 1¦   |")],
  ] as const)("is changed by %s", (what, wanted) => {
    expect(made(lines("|a|b|", "|-|-|", "|1|2¦|"), act(what))).toBe(wanted);
  });

  it("keeps its head and its last column", () => {
    expect(made(lines("|a¦|", "|-|"), act("deleteRow"))).toBe(lines("|a¦|", "|-|"));
    expect(made(lines("|a¦|", "|-|"), act("deleteColumn"))).toBe(lines("|a¦|", "|-|"));
  });

  it.each(["a | b¦", "```\n|a¦|\n|-|\n```", "text¦"])("is not seen in %j", (text) => {
    expect(made(text, tab)).toBeNull();
  });
});
