import { expect, it } from "vitest";
import { goneAt, matchingRows, type Trash, trashRows } from "../../src/pages/trash/contents";

const note = (id: string, deletedAt: string, parentId: string | null = null) => ({
  ...{ id, name: `Note ${id}`, parentId, tags: [], icon: null, updatedAt: deletedAt, sortOrder: 0 },
  deletedAt,
});
const folder = (id: string, deletedAt: string, parentId: string | null = null) => ({
  ...{
    id,
    name: `Folder ${id}`,
    parentId,
    icon: null,
    sortOrder: 0,
    createdAt: deletedAt,
    updatedAt: deletedAt,
  },
  deletedAt,
});
const EARLY = "2026-11-01T10:00:00.000Z";
const LATE = "2026-11-20T10:00:00.000Z";
const TRASH: Trash = {
  folders: [folder("f", "2026-11-20T10:00:00.004Z"), folder("below", "2026-11-20T10:00:00.004Z", "f")],
  notes: [
    note("in", LATE, "f"),
    note("deep", LATE, "below"),
    note("before", EARLY, "f"),
    note("alone", EARLY),
  ],
};
const shown = (rows: { id: string; depth: number }[]) =>
  rows.map((row) => `${" ".repeat(row.depth)}${row.id}`);

it("lets a folder stand for what went with it", () => {
  const rows = trashRows(TRASH, new Set());
  expect(shown(rows)).toEqual(["f", "before", "alone"]);
  expect(rows[0]?.notes).toBe(2);
});

it("unfolds a folder to the notes in it and below it", () => {
  expect(shown(trashRows(TRASH, new Set(["f"])))).toEqual(["f", " in", " deep", "before", "alone"]);
});

it("finds by name or text, in folders too", () => {
  expect(shown(matchingRows(TRASH, "note deep", new Set()))).toEqual(["deep"]);
  expect(shown(matchingRows(TRASH, "words of the text", new Set(["in"])))).toEqual(["in"]);
});

it("keeps things for thirty days", () => {
  expect(goneAt(EARLY)).toBe("2026-12-01T10:00:00.000Z");
});
