import { readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import type { Inline } from "../../src/blocks";
import { blocksWithId } from "../../src/render/anchors";
import { blockIdOf, splitAtId } from "../../src/render/blockIds";
import { headingsOfMarkdown } from "../../src/render/headings";
import { wikiLabel } from "../../src/render/titles";

/** The service's own tests read the same. */
const EXAMPLES = JSON.parse(readFileSync("../../../tests/text/block_ids.json", "utf8")) as [
  string,
  number | null,
][];
const text = (said: string, styles = {}): Inline => ({ type: "text", text: said, styles });

it.each(EXAMPLES)("%j has its id at %j", (said, start) => expect(blockIdOf(said)?.start ?? null).toBe(start));

test("a line is parted from the id that it ends with", () => {
  expect(splitAtId([text("Beans", { bold: true }), text(" ^a1")])).toEqual({
    line: [text("Beans", { bold: true }), text(" ")],
    sign: "^a1",
  });
  expect(splitAtId([text("^a1")])).toEqual({ line: [], sign: "^a1" });
  for (const line of [
    [text("a ^a1", { code: true })],
    [text("x", { code: true }), text("^a1")],
    [text("a ^a"), text("1", { bold: true })],
    [text("a ^a1"), { type: "wikiLink", props: { title: "B", alias: "" } } as Inline],
  ])
    expect(splitAtId(line)).toEqual({ line, sign: "" });
});

test("blocks of markdown are found by their ids, with their lines and words", () => {
  const markdown = [
    "---",
    "a: b ^no",
    "---",
    "# Beds ^h1",
    "Two **long**",
    "lines ^p1",
    "",
    "- one",
    "  - [ ] two ^T-1 <!-- toggle -->",
    "",
    "> [!note] Mind",
    "> the gap",
    "",
    "^c1",
    "",
    "```",
    "x ^no",
    "```",
  ].join("\n");
  expect(blocksWithId(markdown)).toEqual([
    { id: "h1", text: "Beds", first: 4, last: 4 },
    { id: "p1", text: "Two long lines", first: 5, last: 6 },
    { id: "T-1", text: "two", first: 9, last: 9 },
    { id: "c1", text: "Mind the gap", first: 11, last: 12 },
  ]);
  expect(headingsOfMarkdown(markdown)).toEqual([{ level: 1, text: "Beds" }]);
});

test("a link says its note and heading, but no id where it has a title", () => {
  expect(wikiLabel("Plan # One", "")).toBe("Plan › One");
  expect(wikiLabel("Plan#^a1", "")).toBe("Plan");
  expect(wikiLabel("Plan#^a1", "beans")).toBe("beans");
  expect(wikiLabel("#^a1", "")).toBe("^a1");
});
