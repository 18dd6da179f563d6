/** The headings of the note that `[[Note#` names, and behind `[[Note#^` its blocks. */
import type { NoteMetadata } from "../../api";
import { blockNamed } from "../../render/anchors";
import { headingsOfMarkdown } from "../../render/headings";
import { linkable } from "../../render/titles";
import { client } from "../../state/client";
import { noteQuery } from "../../state/notes";
import { roleOn } from "../../state/roles";
import type { NamedBlock } from "../blockNames";
import type { WorkspaceContext } from "../workspaceContext";
import { type Item, linkTo } from "./items";
import { best, ranked } from "./ranking";

const MOST = 8;
/** Letters of a block. */
const LONGEST = 80;

type Offered = Pick<Item, "name" | "detail"> & {
  /** What is typed to find it. */
  said: string;
} & ({ anchor: string } | { list: readonly NamedBlock[]; at: number });

export function anchorsFor(query: string, workspace: WorkspaceContext, again: () => void): Item[] {
  const [title = "", alias] = query.split("|");
  const at = title.indexOf("#");
  if (at < 0 || alias !== undefined) return [];
  const note = noteOf(title.slice(0, at).trim(), workspace);
  const wanted = title.slice(at + 1);
  const block = blockNamed(wanted);
  const isOwn = note === undefined || note.id === workspace.noteId;
  if (note === undefined && title.slice(0, at).trim() !== "") return [];
  const offered =
    block === undefined
      ? headingsOf(note?.id ?? workspace.noteId, again)
      : isOwn && workspace.ownBlocks
        ? offeredOf(workspace.ownBlocks.list(), true)
        : blocksOf(note?.id ?? workspace.noteId, again);
  const said = (block ?? wanted).trim().toLowerCase();
  const found = best(
    ranked(offered, (each) => each.said),
    said,
    MOST,
  );
  return found.map((each, index): Item => {
    const link = isOwn ? { kind: "note" as const, title: "" } : linkTo(note, workspace);
    const chosen =
      "anchor" in each
        ? { anchor: each.anchor }
        : { block: { list: each.list, at: each.at, ...(!isOwn && { noteId: note.id }) } };
    const { name, detail } = each;
    return {
      id: `anchor-${index}`,
      name,
      // A block is found by any of its words; one that has no id yet would be given one.
      isMeant: "anchor" in each && said !== "" && each.said.toLowerCase().includes(said),
      choice: { ...link, ...chosen },
      ...(detail !== undefined && { detail }),
    };
  });
}

function headingsOf(noteId: string, again: () => void): Offered[] {
  return headingsOfMarkdown(textOf(noteId, again) ?? "").map(({ text: said, level }) => ({
    said,
    name: said,
    detail: "#".repeat(level),
    anchor: linkable(said),
  }));
}

type Places = typeof import("../raw/blockPlaces");
let places: Places | undefined;

/** What reads markdown is loaded when blocks are asked for. */
function blocksOf(noteId: string, again: () => void): Offered[] {
  const text = textOf(noteId, again);
  if (places === undefined)
    void import("../raw/blockPlaces").then(
      (loaded) => {
        places = loaded;
        again();
      },
      () => undefined,
    );
  if (text === undefined || places === undefined) return [];
  return offeredOf(places.placesIn(text), ["owner", "editor"].includes(roleOn(noteId)));
}

/** Those without an anchor only where they can be given one. */
function offeredOf(list: readonly NamedBlock[], mayWrite: boolean): Offered[] {
  return list.flatMap(({ words, anchor, isHeading }, at): Offered[] => {
    if (anchor === undefined && !mayWrite) return [];
    const name = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
    const said = anchor?.startsWith("^") ? `${words} ${anchor.slice(1)}` : words;
    if (anchor === undefined) return [{ said, name, list, at }];
    return [{ said, name, anchor, detail: isHeading && !anchor.startsWith("^") ? "#" : anchor }];
  });
}

function textOf(noteId: string, again: () => void): string | undefined {
  const text = client.getQueryData(noteQuery(noteId).queryKey)?.content;
  if (text === undefined) void client.fetchQuery(noteQuery(noteId)).then(again, () => undefined);
  return text;
}

/** What a link of that title means; no name at all is this note. */
function noteOf(
  name: string,
  { titles, noteId, index, reading }: WorkspaceContext,
): NoteMetadata | undefined {
  const key = name.toLowerCase();
  const id = name === "" ? noteId : index?.resolve(name, reading.parentId);
  return titles().find((each) => (id ? each.item.id === id : each.key === key))?.item;
}
