import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Tag } from "../../src/api";
import { companions } from "../../src/pages/graph/cooccurrence";
import { commonTag } from "../../src/pages/NoteList";
import { HUES } from "../../src/pages/tags/palette";
import { tokensOf } from "../../src/render/tokens";
import { colourIn } from "../../src/state/tags";
import { isReadableTag, isTag, renameOutcome, tagRows } from "../../src/state/tagTree";

const tag = (name: string, count = 1): Tag => ({ tag: name, count, color: null });
const TAGS = [tag("travel", 3), tag("travel/japan", 9), tag("work/meetings", 4), tag("art", 5)];
const shown = (rows: { tag: string; depth: number }[]) =>
  rows.map((row) => `${" ".repeat(row.depth)}${row.tag}`);

it("lays tags out as a tree, with parents that only their children make", () => {
  const rows = tagRows(TAGS, "name");
  expect(shown(rows)).toEqual(["art", "travel", " travel/japan", "work", " work/meetings"]);
  expect(rows.find((row) => row.tag === "work")?.isOnlyParent).toBe(true);
  expect(rows.find((row) => row.tag === "travel")?.count).toBe(3);
});

it("sorts by number with what is below counted in", () => {
  expect(shown(tagRows(TAGS, "count"))[0]).toBe("travel");
});

it("filters to a flat list of whole tags", () => {
  expect(shown(tagRows(TAGS, "name", "#JAP"))).toEqual(["travel/japan"]);
});

it.each([
  ["travel", "same"],
  ["#Travel", "same"],
  ["trips", "rename"],
  ["art", "merge"],
  ["work", "merge"],
  ["x", "no tag"],
  ["plum-", "no tag"],
  ["two words", "no tag"],
  ["travel/old", "rename"],
])("knows what a rename of travel to %s does", (name, outcome) => {
  expect(renameOutcome(TAGS, "travel", name)).toBe(outcome);
});

it("takes for a tag what the service does", () => {
  const examples = JSON.parse(readFileSync("../../../tests/text/tags.json", "utf8"));
  expect(examples.tags.filter((text: string) => !isTag(text))).toEqual([]);
  expect(examples.others.filter(isTag)).toEqual([]);
});

it("reads in a text the tags that it takes for such", () => {
  const { tags } = JSON.parse(readFileSync("../../../tests/text/tags.json", "utf8"));
  const read = (text: string) => tokensOf(`#${text}`).map(({ value }) => value);
  const readable = tags.filter(isReadableTag);
  expect(readable.length).toBeGreaterThan(10);
  expect(readable.map(read)).toEqual(readable.map((text: string) => [text]));
});

it("counts what stands in the same notes", () => {
  const edge = (source: string, target: string) => ({
    source,
    target: `tag:${target}`,
    kind: "tag" as const,
  });
  const graph = {
    nodes: ["a", "b", "c"].map((label) => ({ id: `tag:${label}`, kind: "tag" as const, label })),
    edges: [edge("1", "a"), edge("1", "b"), edge("2", "a"), edge("2", "b"), edge("2", "c"), edge("3", "c")],
    truncated: false,
  };
  expect(companions(graph, "tag:a", "tag").map(({ label, count }) => [label, count])).toEqual([
    ["b", 2],
    ["c", 1],
  ]);
});

it("has eight hues of nearly equal lightness", () => {
  const lightness = HUES.map(({ color }) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return Math.cbrt(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  });
  expect(HUES).toHaveLength(8);
  expect(Math.max(...lightness) - Math.min(...lightness)).toBeLessThan(0.06);
});

it("a tag without a colour has that of the nearest tag above it", () => {
  const colourOf = colourIn([
    { tag: "garden", color: "#4f7a3a" },
    { tag: "garden/soil", color: null },
    { tag: "gardening", color: null },
  ]);
  expect(colourOf("Garden/soil/clay")).toBe("#4f7a3a");
  expect(colourOf("gardening")).toBeUndefined();
});

it("the tag that all rows of a list have is known", () => {
  const tagged = (...tags: string[]) => ({ tags });
  expect(commonTag([tagged("Welcome", "a"), tagged("b", "welcome")])).toBe("welcome");
  expect(commonTag([tagged("a"), tagged("b")])).toBeUndefined();
  expect(commonTag([tagged("a")])).toBeUndefined();
});
