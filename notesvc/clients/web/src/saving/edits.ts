/** Changes to a note, as values: put together, laid over a note, compared. */
import type { Note } from "../api";
import type { Block } from "../blocks";
import { sameDocument } from "./blockText";
import type { Edit } from "./document";

export const isEmpty = (edit: Edit): boolean => Object.keys(edit).length === 0;

/** The later change on top of the earlier; of the two kinds of text the later one only. */
export function combine(...edits: Edit[]): Edit {
  const whole: Edit = {};
  for (const edit of edits) {
    if (edit.content !== undefined) delete whole.richContent;
    if (edit.richContent !== undefined) delete whole.content;
    Object.assign(whole, edit);
  }
  return whole;
}

export const laidOver = (note: Note, edit: Edit): Note => ({ ...note, ...edit }) as Note;

/** What of the change says anything new about the note. */
export function news(note: Note, edit: Edit): Edit {
  const fresh = Object.entries(edit).filter(([field, value]) => {
    if (value === undefined) return false;
    const present = note[field as keyof Note];
    if (field === "richContent") return !sameDocument(value as Block[], present as Block[]);
    return JSON.stringify(value) !== JSON.stringify(present);
  });
  return Object.fromEntries(fresh) as Edit;
}

/** Whether both show the same text on the surface. */
export function sameText(one: Note, other: Note, surface: "block" | "raw"): boolean {
  if (surface === "raw") return one.content === other.content;
  return sameDocument(one.richContent as Block[], other.richContent as Block[]);
}

/** Notes beyond this are slow to edit as blocks. */
export const MOST = { characters: 200_000, blocks: 4_000 };

export const isHuge = (note: Note): boolean =>
  note.content.length > MOST.characters || (note.richContent?.length ?? 0) > MOST.blocks;
