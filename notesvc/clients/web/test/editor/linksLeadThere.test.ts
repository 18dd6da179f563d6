import { expect, it } from "vitest";
import type { FolderBranch, NoteMetadata } from "../../src/api";
import { linkToAnchor } from "../../src/editor/anchorLink";
import { placesIn, withId } from "../../src/editor/raw/blockPlaces";
import type { WorkspaceContext } from "../../src/editor/workspaceContext";
import { blockNamed, blocksWithId } from "../../src/render/anchors";
import { isSameId } from "../../src/render/blockIds";
import { headingKey, headingLines } from "../../src/render/headings";
import { Titles, wikiTarget } from "../../src/render/titles";
import { client } from "../../src/state/client";
import { notesQuery } from "../../src/state/notes";

/**
 * Whatever the titles, folders and texts are: a link that is copied means its note in every folder, and leads to its
 * heading or block and no other. Each number is a workspace made by chance, the same in every run.
 */
const WORDS = [
  ..."# ^ | [ ] [[ ]] ^a1 / \\ . * ** _ ` ~ = - > + ! ( ) & < @ $ % : ' \" 1.".split(" "),
  ..."Beds beds North Plan plan a b B 2026 x^2 C# .md Ünter unter ﬁn".split(" "),
  ..."حديقة الخضار بذور 庭 畑の記録 種 １２ が カ゛ 🌱".split(" "),
];

function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const words = (most: number, few: readonly string[]) =>
    Array.from({ length: 1 + below(most) }, () => one(few)).join(one(["", " ", " "]));
  return { below, one, words };
}

function workspaceOf(seed: number) {
  const { below, one, words } = chance(seed);
  const few = Array.from({ length: 7 }, () => one(WORDS));
  const folders = Array.from({ length: below(5) }, (_, at) => ({
    id: `f${at}`,
    name: words(2, few),
    parentId: at > 0 && below(2) ? `f${below(at)}` : null,
  })) as FolderBranch[];
  const places = [null, ...folders.map(({ id }) => id)];
  const notes = Array.from({ length: 2 + below(6) }, (_, at) => ({
    id: `n${at}`,
    name: words(2, few),
    parentId: one(places),
  })) as NoteMetadata[];
  const lines = Array.from({ length: 2 + below(8) }, () => {
    const said = words(3, few);
    return one([
      `# ${said}`,
      `## ${said}`,
      said,
      `- ${said}`,
      `> ${said}`,
      `# ${said} #`,
      `| ${said} |\n| - |\n| b |`,
    ]);
  });
  return { folders, places, notes, text: lines.join("\n\n") };
}

const WIKI = /^\[\[([^[\]\n|]+)\]\]$/;
const BY_ID = /^\[[^\n]*\]\(note:\/\/(\w+)#([^)\s]+)\)$/;

/** The note and the lines that a link leads to. */
function placeOf(link: string, text: string, means: (title: string) => string | null) {
  const wiki = WIKI.exec(link)?.[1];
  const byId = BY_ID.exec(link);
  const target = wiki === undefined ? undefined : wikiTarget(wiki);
  const noteId = target ? means(target.title) : byId?.[1];
  const anchor = target?.anchor ?? decodeURIComponent(byId?.[2] ?? "");
  const id = blockNamed(anchor);
  if (id === undefined) {
    const line = headingLines(text).find((each) => headingKey(each.text) === headingKey(anchor))?.line ?? 0;
    return { noteId, first: line, last: line };
  }
  const block = blocksWithId(text).find((each) => isSameId(each.id, id));
  return { noteId, first: block?.first ?? 0, last: block?.last ?? 0 };
}

it.each(Array.from({ length: 400 }, (_, seed) => seed))("links of workspace %i lead there", (seed) => {
  const { folders, places, notes, text } = workspaceOf(seed);
  client.setQueryData(notesQuery.queryKey, notes);
  const index = new Titles(notes, folders);
  const list = placesIn(text);
  for (const [at, { words }] of list.entries()) {
    const made = withId(text, { at, list });
    if (made === null) continue;
    const now = placesIn(made.content);
    expect(now.length, `${seed}: ${words}`).toBe(list.length);
    const line = made.content.slice(0, now[at]?.from).split("\n").length;
    for (const { id } of notes)
      for (const from of places) {
        const link = linkToAnchor({ noteId: id, index } as WorkspaceContext, made.anchor);
        const found = placeOf(link, made.content, (title) => index.resolve(title, from));
        const about = JSON.stringify({ link, words, from, content: made.content, notes, folders });
        expect(found.noteId, about).toBe(id);
        expect(found.first <= line && line <= found.last, about).toBe(true);
      }
  }
});
