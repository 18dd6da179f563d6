/** The notes that a note embeds, read before it is made a file: nothing can be loaded there later. */
import type { Note } from "../api";
import type { Block } from "../blocks";
import { client } from "../state/client";
import { foldersQuery } from "../state/folders";
import { linksQuery } from "../state/links";
import { noteQuery, notesQuery } from "../state/notes";
import { embedOf } from "./embeds";
import { titlesOf } from "./reading";
import { wikiTarget } from "./titles";
import { nameKey } from "./tokens";

/** As many as on public pages. */
const MOST = 100;

/** Which note a title means in the note of an id, among those that were read. */
export type Meaning = (title: string, noteId: string) => string | null;

/** The notes are in the cache afterwards, as far as they can be read. */
export async function readEmbedded(
  note: Pick<Note, "id" | "parentId" | "richContent">,
  deepest: number,
): Promise<Meaning> {
  const meant = new Map<string, string | null>();
  const read = new Set<string>();
  let waiting = [note];
  for (let depth = 0; depth < deepest && waiting.length > 0; depth++) {
    const found = await Promise.all(waiting.map((each) => meantIn(each, meant)));
    const ids = [...new Set(found.flat())].filter((id) => !read.has(id)).slice(0, MOST - read.size);
    for (const id of ids) read.add(id);
    const notes = await Promise.all(ids.map((id) => client.ensureQueryData(noteQuery(id)).catch(() => null)));
    waiting = notes.filter((each) => each !== null);
  }
  return (title, noteId) => meant.get(`${noteId} ${nameKey(title)}`) ?? null;
}

async function meantIn(
  { id, parentId, richContent }: Pick<Note, "id" | "parentId" | "richContent">,
  meant: Map<string, string | null>,
): Promise<string[]> {
  const titles = titlesEmbedded((richContent ?? []) as Block[]);
  if (titles.length === 0) return [];
  const [links, notes, folders] = await Promise.all([
    client.ensureQueryData(linksQuery(id)).catch(() => []),
    client.ensureQueryData(notesQuery).catch(() => []),
    client.ensureQueryData(foldersQuery).catch(() => []),
  ]);
  for (const title of titles) {
    const known = links.find((link) => nameKey(link.targetLabel) === nameKey(title))?.targetNoteId;
    const target = title === "" ? id : (known ?? titlesOf(notes, folders).resolve(title, parentId));
    meant.set(`${id} ${nameKey(title)}`, target);
  }
  return titles.flatMap((title) => meant.get(`${id} ${nameKey(title)}`) ?? []);
}

function titlesEmbedded(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ type, content, children }) => {
    const source =
      type === "rawMarkdown" && Array.isArray(content)
        ? content.map((each) => (each.type === "text" ? each.text : "")).join("")
        : "";
    const embed = embedOf(source);
    const own = embed && !embed.isFile ? [wikiTarget(embed.target).title] : [];
    return [...own, ...titlesEmbedded(children ?? [])];
  });
}
