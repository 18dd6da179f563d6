import { expect, it } from "vitest";
import type { FolderBranch, NoteMetadata } from "../../src/api";
import { ALL, filtered, foundIn, type GraphFilter, listed } from "../../src/pages/graph/graphFilter";
import { titleOf } from "../../src/pages/report/report";

const node = (id: string, kind: "note" | "tag" | "person" = "note") => ({ id, kind, label: `The ${id}` });
const GRAPH = {
  nodes: [
    node("one"),
    node("two"),
    node("lonely"),
    node("tag:art", "tag"),
    node("tag:art/old", "tag"),
    node("ada", "person"),
  ],
  edges: [
    { source: "one", target: "two", kind: "wiki" as const },
    { source: "one", target: "tag:art/old", kind: "tag" as const },
    { source: "two", target: "ada", kind: "person" as const },
  ],
  truncated: false,
};
const NOTES = [
  { id: "one", parentId: "below" },
  { id: "two", parentId: null },
  { id: "lonely", parentId: "top" },
] as NoteMetadata[];
const FOLDERS = [
  { id: "top", parentId: null },
  { id: "below", parentId: "top" },
] as FolderBranch[];
const ids = (some: Partial<GraphFilter>) =>
  filtered(GRAPH, { ...ALL, ...some }, NOTES, FOLDERS).nodes.map(({ id }) => id);

it("shows everything to begin with", () => {
  expect(filtered(GRAPH, ALL, NOTES, FOLDERS)).toBe(GRAPH);
});

it("leaves out kinds, and what has no links", () => {
  expect(ids({ kinds: { note: true, tag: false, person: false } })).toEqual(["one", "two", "lonely"]);
  expect(ids({ orphans: false })).toEqual(["one", "two", "tag:art/old", "ada"]);
});

it("narrows to a folder with those below it, and to what its notes link to", () => {
  expect(ids({ folder: "top" })).toEqual(["one", "lonely", "tag:art/old"]);
});

it("narrows to a tag with those below it", () => {
  expect(ids({ tag: "art" })).toEqual(["one", "tag:art/old"]);
});

it("finds by name, and nothing at all without words", () => {
  expect([...(foundIn(GRAPH.nodes, " ADA ") ?? [])]).toEqual(["ada"]);
  expect(foundIn(GRAPH.nodes, " ")).toBeUndefined();
});

it("lists the most linked first", () => {
  expect(
    listed(GRAPH)
      .map(({ id, links }) => `${id} ${links}`)
      .slice(0, 2),
  ).toEqual(["one 2", "two 2"]);
});

it.each([
  ["Folder/Title#Heading", "Title"],
  ["Title.md", "Title"],
  ["01a1fd1c-80c1-7804-b0c6-aadca06b1b5c", null],
  ["#Heading", null],
])("reads from the label %s the title %s", (label, title) => {
  expect(titleOf(label)).toBe(title);
});
