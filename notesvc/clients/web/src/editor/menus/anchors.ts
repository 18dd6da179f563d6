/** The headings of the note that `[[Note#` names, and behind `[[Note#^` its blocks that have an id. */
import type { NoteMetadata } from "../../api";
import { blockNamed, blocksWithId } from "../../render/anchors";
import { headingsOfMarkdown } from "../../render/headings";
import { client } from "../../state/client";
import { noteQuery } from "../../state/notes";
import type { WorkspaceContext } from "../workspaceContext";
import { type Item, linkTo } from "./items";
import { best, ranked } from "./ranking";

const MOST = 8;
/** Letters of a block. */
const LONGEST = 80;

interface Offered {
  /** What is typed to find it. */
  said: string;
  name: string;
  detail: string;
  anchor: string;
}

export function anchorsFor(query: string, workspace: WorkspaceContext, again: () => void): Item[] {
  const [title = "", alias] = query.split("|");
  const at = title.indexOf("#");
  if (at < 0 || alias !== undefined) return [];
  const note = noteOf(title.slice(0, at).trim(), workspace);
  if (note === undefined) return [];
  const { queryKey } = noteQuery(note.id);
  const text = client.getQueryData(queryKey)?.content;
  if (text === undefined) {
    void client.fetchQuery(noteQuery(note.id)).then(again, () => undefined);
    return [];
  }
  const wanted = title.slice(at + 1);
  const block = blockNamed(wanted);
  const offered = block === undefined ? headings(text) : blocks(text);
  const found = best(
    ranked(offered, (each) => each.said),
    block ?? wanted,
    MOST,
  );
  const isOwn = note.id === workspace.noteId;
  return found.map(({ name, detail, anchor }, index) => ({
    id: `anchor-${index}`,
    name,
    detail,
    choice: isOwn ? { kind: "note", title: "", anchor } : { ...linkTo(note, workspace), anchor },
  }));
}

const headings = (text: string): Offered[] =>
  headingsOfMarkdown(text).map(({ text: said, level }) => ({
    said,
    name: said,
    detail: "#".repeat(level),
    anchor: linkable(said),
  }));

const blocks = (text: string): Offered[] =>
  blocksWithId(text).map(({ id, text: words }) => ({
    said: `${words} ${id}`,
    name: words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words,
    detail: `^${id}`,
    anchor: `^${id}`,
  }));

/** No name at all is this note. */
function noteOf(name: string, { titles, noteId }: WorkspaceContext): NoteMetadata | undefined {
  const key = name.toLowerCase();
  return titles.find((each) => (name === "" ? each.item.id === noteId : each.key === key))?.item;
}

/** Signs of links are no part of what a link says; links to headings are found without them. */
export const linkable = (heading: string): string =>
  heading
    .replace(/[[\]|#]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
