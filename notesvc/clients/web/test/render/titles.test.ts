import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { FolderBranch, NoteMetadata } from "../../src/api";
import { linkForm, Titles } from "../../src/render/titles";

interface Examples {
  forms: [string, string][];
  folders: FolderBranch[];
  notes: NoteMetadata[];
  means: [string | null, string, string | null][];
  says: [string | null, string, string | null][];
}

/** The service's own tests read the same. */
const EXAMPLES = JSON.parse(readFileSync("../../../tests/text/links.json", "utf8")) as Examples;
const titles = new Titles(EXAMPLES.notes, EXAMPLES.folders);
const byId = new Map(EXAMPLES.notes.map((note) => [note.id, note]));

it.each(EXAMPLES.forms)("%j is said as %j in a link", (title, form) => expect(linkForm(title)).toBe(form));

it.each(EXAMPLES.means)("in %j, [[%s]] means %j", (from, link, id) =>
  expect(titles.resolve(link, from)).toBe(id),
);

it.each(EXAMPLES.says)("in %j, a link to %s says %j", (from, id, form) =>
  expect(titles.formOf(byId.get(id) as NoteMetadata, from)).toBe(form),
);

it("asks for a note where the link would find it", () => {
  expect(titles.wanted("Work/New", null)).toEqual({ name: "New", parentId: "work" });
  expect(titles.wanted("A/B testing", "home")).toEqual({ name: "A/B testing", parentId: "home" });
});
