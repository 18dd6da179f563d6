/** Gives a block of another note the id that a link to it needs: an ordinary save with its precondition. */
import { type NoteSaved, Problem } from "../api";
import { inTurn, t } from "../i18n";
import { sentence } from "../i18n/problem";
import { warned } from "../notices";
import { tell } from "../saving/channel";
import { openDocuments } from "../saving/open";
import { read, write } from "../saving/service";
import { client } from "../state/client";
import { noteKey, noteQuery, noteWasWritten } from "../state/notes";
import type { ChosenBlock } from "./blockNames";

/** How often it is tried while others write. */
const TURNS = 6;

/**
 * The anchor of the block, on the service's disk. Where somebody wrote the note in between, it is read again and the
 * block is looked for in what it says by then; one that has got an id meanwhile keeps it. Throws Problem.
 */
export async function anchorThere(noteId: string, chosen: ChosenBlock): Promise<string> {
  const { withId } = await import("./raw/blockPlaces");
  // What is typed into the note elsewhere on this page goes first.
  await openDocuments()
    .find((document) => document.id === noteId)
    ?.noted();
  for (let turn = 0; turn < TURNS; turn++) {
    const reading = await read(noteId, { peek: true });
    const made = reading && withId(reading.note.content, chosen);
    if (!reading || !made) throw new Problem(404, "no_block", "");
    if (made.content === reading.note.content) return made.anchor;
    const saved = await written(noteId, made.content, reading.etag);
    if (saved === null) continue;
    noteWasWritten(saved);
    tell({ saved });
    // Open surfaces of the note take it in, and what is offered next is up to date.
    void client.invalidateQueries({ queryKey: noteKey(noteId) });
    await client.fetchQuery({ ...noteQuery(noteId), staleTime: 0 }).catch(() => undefined);
    return made.anchor;
  }
  throw new Problem(412, "precondition_failed", "");
}

/** What was saved; null where somebody else was first. */
async function written(noteId: string, content: string, etag: string): Promise<NoteSaved | null> {
  try {
    return await write(noteId, { content }, etag, "autosave");
  } catch (error) {
    if (error instanceof Problem && error.status === 412) return null;
    throw error;
  }
}

/** Say why there is no link: the block has no id, so none was written. */
export function notLinked(error: unknown): void {
  const why = sentence(error, {
    no_block: t("editor.menu.blockGone"),
    unreachable: t("common.problem.unanswered"),
  });
  warned(inTurn(t("editor.menu.notLinked"), why));
}
