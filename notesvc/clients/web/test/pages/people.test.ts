import { beforeAll, expect, it, vi } from "vitest";
import type { NoteMetadata, Person } from "../../src/api";
import { speak } from "../../src/i18n";
import { aliasesIn, named, peopleRows } from "../../src/pages/people/order";
import { timeline } from "../../src/pages/people/timeline";
import { initials } from "../../src/ui/initials";

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  await speak("en");
});

const person = (name: string, count = 0, aliases: string[] = []): Person => ({
  ...{ id: name, name, aliases, count, email: null, notes: "", color: null },
});
const PEOPLE = [
  person("Emmy Noether", 2),
  person("Ada Lovelace", 5, ["The Countess"]),
  person("Alan Turing", 9),
];
const note = (id: string, name: string, updatedAt: string) => ({ id, name, updatedAt }) as NoteMetadata;

it("lists people by name or by how often they are mentioned", () => {
  expect(peopleRows(PEOPLE, "name").map(({ name }) => name[0])).toEqual(["A", "A", "E"]);
  expect(peopleRows(PEOPLE, "count")[0]?.name).toBe("Alan Turing");
});

it("filters by further names too", () => {
  expect(peopleRows(PEOPLE, "name", "$count").map(({ name }) => name)).toEqual(["Ada Lovelace"]);
});

it("knows who else is called that", () => {
  expect(named(PEOPLE, " the  countess ", "Alan Turing")?.name).toBe("Ada Lovelace");
  expect(named(PEOPLE, "Ada Lovelace", "Ada Lovelace")).toBeUndefined();
});

it("reads further names with commas of several scripts between", () => {
  expect(aliasesIn(" Ada, Countess ,,Ada、エイダ;آدا، Lady")).toEqual([
    "Ada",
    "Countess",
    "エイダ",
    "آدا",
    "Lady",
  ]);
});

it("takes the first letters of first and last name", () => {
  expect([initials("Ada King Lovelace"), initials("Ada"), initials("")]).toEqual(["AL", "A", ""]);
});

it("groups mentions by month, a journal entry by its day", () => {
  const rows = timeline([
    note("a", "Plan", "2026-11-20T10:00:00.000Z"),
    note("b", "2025-03-04", "2026-11-21T10:00:00.000Z"),
    note("c", "Draft", "2026-11-02T10:00:00.000Z"),
  ]);
  expect(rows.map((row) => (row.kind === "month" ? `${row.name} ${row.count}` : row.key))).toEqual([
    "November 2026 2",
    "a",
    "c",
    "March 2025 1",
    "b",
  ]);
});
