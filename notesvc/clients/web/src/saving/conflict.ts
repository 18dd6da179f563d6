/** Carrying out what the person chose where two changed the same place, and saving what lost its note. */
import type { Note } from "../api";
import type { Block } from "../blocks";
import { noteWasWritten } from "../state/notes";
import type { Edit, Settlement } from "./document";
import { mergeNote } from "./mergeNote";
import type { NoteDocument } from "./noteDocument";
import { create } from "./service";

export async function settle(document: NoteDocument, choice: Settlement): Promise<void> {
  document.collect();
  const { base, theirs, pending } = document.pendingEdits;
  if (!base || !theirs) return;
  switch (choice.keep) {
    case "mine":
      return document.settle(theirs, pending);
    case "both":
      return document.settle(theirs, bothOf(base.note, pending, theirs.note));
    case "written":
      return document.settle(theirs, { ...withoutText(pending), content: choice.content });
    case "theirs":
      await saveAsNew(document, choice.nameOfMine);
      return document.settle(theirs, {});
  }
}

/** What was typed, as a note of its own beside the other. Asked again, it makes no second one. */
export async function saveAsNew(document: NoteDocument, name: string): Promise<Note> {
  document.collect();
  const note = document.pendingEdits.note!;
  const { tags, icon, cover, properties, parentId } = note;
  const isRaw = document.snapshot.surface === "raw";
  const text: Edit = isRaw ? { content: note.content } : { richContent: note.richContent as Block[] };
  const some = { name: name.slice(0, 500), tags, icon, cover, properties, mode: document.snapshot.surface };
  const body = { ...some, parentId, ...text };
  const made = await create(body as Partial<Note>, onceFor(document.draftKey, JSON.stringify(body)));
  noteWasWritten(made);
  return made;
}

/** The same key for the same text of the same opening. */
function onceFor(opening: string, text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return `${opening.replace(/[^\w-]/g, "-")}-${(hash >>> 0).toString(36)}`;
}

/** Everything of both: where they differ, mine and then theirs. */
export function bothOf(base: Note, mine: Edit, theirs: Note): Edit {
  const { edit, torn } = mergeNote(base, mine, theirs);
  if (torn.includes("name")) edit.name = `${mine.name} / ${theirs.name}`.slice(0, 500);
  if (torn.includes("properties")) edit.properties = bothProperties(mine.properties ?? {}, theirs.properties);
  return edit;
}

function bothProperties(mine: Record<string, unknown>, theirs: Record<string, unknown>) {
  const both = { ...theirs };
  for (const [name, value] of Object.entries(mine)) {
    const isTorn = name in theirs && JSON.stringify(theirs[name]) !== JSON.stringify(value);
    both[isTorn ? freeName(name, both) : name] = value;
  }
  return both;
}

function freeName(name: string, taken: object): string {
  let number = 2;
  while (`${name} ${number}` in taken) number++;
  return `${name} ${number}`;
}

function withoutText({ content: _, richContent: __, ...rest }: Edit): Edit {
  return rest;
}
