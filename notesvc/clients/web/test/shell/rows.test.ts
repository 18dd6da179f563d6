import { expect, test } from "vitest";
import type { FolderBranch, NoteMetadata } from "../../src/api";
import { mayStand, nested, numbered, stepped, targetAt, unnested } from "../../src/shell/tree/places";
import { above, below, outermost, rowsOf, shapeOf } from "../../src/shell/tree/rows";

const folder = (id: string, parentId: string | null = null, sortOrder = 1): FolderBranch => ({
  id,
  name: id,
  icon: null,
  parentId,
  sortOrder,
  depth: 0,
  path: id,
  noteCount: 0,
});
const note = (id: string, parentId: string | null = null, sortOrder = 1): NoteMetadata => ({
  id,
  name: id,
  parentId,
  tags: [],
  icon: null,
  updatedAt: "",
  sortOrder,
});

const shape = shapeOf(
  [folder("a", null, 1), folder("b", null, 2), folder("aa", "a", 1)],
  [note("n2", "a", 2), note("n1", "a", 1), note("top"), note("lost", "gone", 5)],
);
const all = new Set(["a", "b", "aa"]);
const ids = (open: Set<string>) => rowsOf(shape, open).map((row) => `${row.id}${row.depth}`);
const row = (id: string) => rowsOf(shape, all).find((one) => one.id === id)!;

test("folders come before notes, each by its place, and a lost note stands at the top", () => {
  expect(ids(new Set())).toEqual(["a0", "b0", "top0", "lost0"]);
  expect(ids(all)).toEqual(["a0", "aa1", "n11", "n21", "b0", "top0", "lost0"]);
});

test("a row says where it stands among its siblings", () => {
  expect(row("n1")).toMatchObject({ position: 2, siblings: 3, depth: 1 });
  expect(row("b")).toMatchObject({ position: 2, siblings: 4, hasChildren: false });
});

test("hidden notes are left out of the top only", () => {
  const hidden = shapeOf([folder("a")], [note("day"), note("kept", "a")], new Set(["day", "kept"]));
  expect(rowsOf(hidden, new Set(["a"])).map((one) => one.id)).toEqual(["a", "kept"]);
});

test("ten thousand notes in a thousand folders become rows in a moment", () => {
  const folders = Array.from({ length: 1000 }, (_, at) =>
    folder(`f${at}`, at < 10 ? null : `f${at % 10}`, at),
  );
  const notes = Array.from({ length: 10_000 }, (_, at) => note(`n${at}`, `f${at % 1000}`, 10_000 - at));
  const open = new Set(folders.map((one) => one.id));
  rowsOf(shapeOf(folders, notes), open);
  const before = performance.now();
  const rows = rowsOf(shapeOf(folders, notes), open);
  expect(rows).toHaveLength(11_000);
  // A busy machine takes long for anything; what compares each with each takes longer still.
  expect(performance.now() - before).toBeLessThan(3_000);
});

test("a folder knows what is above and below it, and never goes into itself", () => {
  expect(above(shape, "aa")).toEqual(["aa", "a"]);
  expect(below(shape, "a")).toEqual(["a", "aa"]);
  expect(mayStand(shape, [row("a")], { parentId: "aa" })).toBe(false);
  expect(mayStand(shape, [row("a")], { parentId: "a" })).toBe(false);
  expect(mayStand(shape, [row("a")], { parentId: "b" })).toBe(true);
});

test("what lies in a folder that is chosen too goes with it", () => {
  expect(outermost(shape, [row("a"), row("n1"), row("top")]).map((one) => one.id)).toEqual(["a", "top"]);
});

test("the pointer over a note means before or after it, over a folder into it", () => {
  const rows = rowsOf(shape, all);
  const over = (id: string, share: number, moving: string) =>
    targetAt(
      shape,
      rows,
      rows.findIndex((one) => one.id === id),
      share,
      [row(moving)],
    )?.place;
  expect(over("n1", 0.2, "top")).toEqual({ parentId: "a", before: "n1" });
  expect(over("n2", 0.8, "top")).toEqual({ parentId: "a", after: "n2" });
  expect(over("b", 0.1, "top")).toEqual({ parentId: "b" });
  expect(over("b", 0.1, "aa")).toEqual({ parentId: null, before: "b" });
  expect(over("b", 0.9, "aa")).toEqual({ parentId: null, after: "b" });
  expect(over("n1", 0.2, "b")).toEqual({ parentId: "a" });
  expect(over("aa", 0.5, "a")).toBeUndefined();
  expect(over("a", 0.5, "a")).toBeUndefined();
});

test("below the last row is the end of the top", () => {
  expect(targetAt(shape, rowsOf(shape, all), 99, 0.5, [row("n1")])?.place).toEqual({ parentId: null });
});

test("keys move a row among its siblings, into the folder above, and out again", () => {
  expect(stepped(shape, row("n2"), -1)).toEqual({ parentId: "a", before: "n1" });
  expect(stepped(shape, row("n2"), 1)).toBeNull();
  expect(stepped(shape, row("a"), 1)).toEqual({ parentId: null, after: "b" });
  expect(nested(shape, row("b"))).toEqual({ parentId: "a" });
  expect(nested(shape, row("a"))).toBeNull();
  expect(nested(shape, row("top"))).toEqual({ parentId: "b" });
  expect(unnested(shape, row("n1"))).toEqual({ parentId: null });
  expect(unnested(shape, row("aa"))).toEqual({ parentId: null, after: "a" });
  expect(unnested(shape, row("top"))).toBeNull();
});

test("a place gets a number between its neighbours, and moves as few as it must", () => {
  const siblings = [
    { id: "x", sortOrder: 1 },
    { id: "y", sortOrder: 2 },
    { id: "z", sortOrder: 10 },
  ];
  expect(numbered(siblings, { parentId: null, after: "y" })).toEqual({ number: 6, others: [] });
  expect(numbered(siblings, { parentId: null })).toEqual({ number: 1034, others: [] });
  expect(numbered([], { parentId: null })).toEqual({ number: 1024, others: [] });
  expect(numbered(siblings, { parentId: null, before: "y" })).toEqual({
    number: 2,
    others: [{ id: "y", sortOrder: 3 }],
  });
  expect(numbered([{ id: "x", sortOrder: 0 }], { parentId: null, before: "x" })).toEqual({
    number: 0,
    others: [{ id: "x", sortOrder: 1 }],
  });
});
