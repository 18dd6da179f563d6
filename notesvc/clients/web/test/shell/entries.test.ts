import { beforeAll, expect, test } from "vitest";
import type { NoteMetadata, SearchResult } from "../../src/api";
import { speak } from "../../src/i18n";
import { asked, commandEntries, entriesOf, matching } from "../../src/shell/palette/entries";

beforeAll(() => speak("en"));

const note = (id: string, name: string): NoteMetadata => ({
  id,
  name,
  parentId: null,
  tags: [],
  icon: null,
  updatedAt: "",
  sortOrder: 0,
});
const known = () =>
  entriesOf({
    notes: [note("1", "Garden"), note("2", "Gardening in June"), note("3", "")],
    shared: [],
    folders: [
      {
        id: "f",
        name: "Garden",
        icon: null,
        parentId: null,
        sortOrder: 1,
        depth: 0,
        path: "Garden",
        noteCount: 2,
      },
    ],
    people: [
      { id: "p", name: "Ada Lovelace", aliases: ["Countess"], email: null, notes: "", color: null, count: 1 },
    ],
    tags: [{ tag: "garden/herbs", color: null, count: 3 }],
  });
const commands = commandEntries(
  [
    { id: "a", name: "Garden tour", group: "go", keys: "mod+g", run: () => {} },
    { id: "b", name: "Hidden", group: "go", isHidden: true, run: () => {} },
  ],
  (keys) => keys,
);
const keys = (typed: string, recent: string[] = []) =>
  matching(typed, known(), commands, recent).map((entry) => entry.key);

test("a prefix asks for one kind only", () => {
  expect(asked("#gar")).toEqual({ kind: "tag", text: "gar" });
  expect(keys("#herbs")).toEqual(["tag garden/herbs"]);
  expect(keys("$countess")).toEqual(["person p"]);
  expect(keys("/gar")).toEqual(["folder f"]);
  expect(keys(">")).toEqual(["command a"]);
});

test("the last rows offer a new note and a search of all text", () => {
  expect(keys("garden").slice(-2)).toEqual(["create create", "search search"]);
  expect(keys("garden")[0]).toBe("note 1");
});

test("with nothing typed the notes opened last come first", () => {
  expect(keys("", ["2"]).slice(0, 2)).toEqual(["note 2", "note 1"]);
});

test("a note without a name can be found by what stands for it", () => {
  expect(keys("untitled")[0]).toBe("note 3");
});

test("notes of others stand among one's own, the latest change first, with who shares them", () => {
  const at = (one: NoteMetadata, updatedAt: string) => ({ ...one, updatedAt });
  const owner = { userId: "u", handle: "ada", name: "Ada" };
  const { note: notes } = entriesOf({
    notes: [at(note("1", "Plan"), "3"), at(note("2", "Plan"), "1")],
    shared: [{ note: at(note("3", "Plan"), "2"), owner, role: "viewer", sharedAt: "" }],
    folders: [],
    people: [],
    tags: [],
  });
  expect(notes.map(({ noteId, detail }) => [noteId, detail])).toEqual([
    ["1", ""],
    ["3", "shared by Ada"],
    ["2", ""],
  ]);
});

const hit = (id: string, name: string, more: Partial<SearchResult> = {}): SearchResult => ({
  note: note(id, name),
  title: name,
  alsoKnownAs: null,
  snippet: "a <mark>garden</mark> gate",
  score: 1,
  ...more,
});
const sought = (typed: string, best: SearchResult[]) => matching(typed, known(), commands, [], best);

test("what search finds stands after names that begin with the words, and before those that fit somehow", () => {
  const best = [
    hit("9", "Hedges"),
    hit("2", "Gardening in June", { title: "<mark>Gardening</mark> in June" }),
  ];
  const found = sought("garden", best);
  const keys = found.map((one) => one.key);
  expect(keys.slice(0, 2)).toEqual(["note 1", "folder f"]);
  expect(keys.indexOf("note 2")).toBeLessThan(keys.indexOf("note 9"));
  expect(keys.slice(-2)).toEqual(["create create", "search search"]);
  expect(found.find((one) => one.key === "note 2")?.marked).toBe("<mark>Gardening</mark> in June");
  expect(found.filter((one) => one.key === "note 2")).toHaveLength(1);
  expect(sought("june gard", best)[0]?.key).toBe("note 9");
});

test("a note that is found by its text opens there; by a further name, at its beginning", () => {
  const best = [hit("9", "Hedges"), hit("8", "Fences", { alsoKnownAs: "<mark>Garden</mark> walls" })];
  const found = new Map(sought("herbs garden", best).map((one) => [one.key, one]));
  expect(found.get("note 9")?.href).toBe("/notes/9?match=garden&after=gate");
  expect(found.get("note 8")).toMatchObject({ href: "/notes/8", alsoKnownAs: "<mark>Garden</mark> walls" });
});

test("a note whose text alone was met says where, a day of the journal is called by its day", () => {
  const [hedges] = sought("herbs garden", [
    hit("9", "Hedges", { snippet: "By the old <mark>garden</mark> gate" }),
  ]);
  expect(hedges).toMatchObject({ key: "note 9", snippet: "… old <mark>garden</mark> gate" });
  const [named] = sought("herbs hedges", [hit("9", "Hedges", { title: "<mark>Hedges</mark>" })]);
  expect(named?.snippet).toBeUndefined();
  const { note: days } = entriesOf({
    notes: [note("5", "2024-11-20")],
    shared: [],
    folders: [],
    people: [],
    tags: [],
  });
  expect(days[0]).toMatchObject({ name: "Wed, Nov 20, 2024", isDay: true });
  expect(matching("2024-11", { ...known(), note: days }, [], [])[0]?.key).toBe("note 5");
});
