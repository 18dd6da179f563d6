/** The ways back to a version. Each can be undone. */
import { to } from "../../addresses";
import { answer, api, type Note } from "../../api";
import { plain, t } from "../../i18n";
import { said } from "../../i18n/dates";
import { done, failed } from "../../notices";
import type { OpenNote } from "../../saving/document";
import { client } from "../../state/client";
import { noteIsGone, noteWasWritten } from "../../state/notes";
import { type Version, versionQuery } from "./versionsQuery";

/** Make the note what it was. What was typed until now is saved first, so it stays among the versions; of a note that
 * cannot be read there is nothing to go back to. */
export async function restore(version: Version, open: OpenNote): Promise<void> {
  await open.flush("manual");
  const before = open.note && (await current(version.noteId));
  const path = { version_id: version.id };
  await answer(api.POST("/api/workspace/versions/{version_id}/restore", { params: { path } }));
  await shownAnew(version.noteId, open);
  done(
    t("sidePanel.versions.restored", { when: said(version.createdAt) }),
    before && (() => void putBack(before, open)),
  );
}

async function putBack(before: Note, open: OpenNote): Promise<void> {
  try {
    await open.flush();
    const body = {
      name: before.name,
      content: before.content,
      richContent: before.richContent,
      reason: "manual" as const,
    };
    const path = { note_id: before.id };
    await answer(api.PATCH("/api/workspace/notes/{note_id}", { params: { path }, body: body as never }));
    await shownAnew(before.id, open);
  } catch (error) {
    failed(error);
  }
}

async function current(noteId: string): Promise<Note> {
  const params = { path: { note_id: noteId }, query: { peek: true } };
  return answer(api.GET("/api/workspace/notes/{note_id}", { params }));
}

async function shownAnew(noteId: string, open: OpenNote): Promise<void> {
  await open.reload();
  noteWasWritten(await current(noteId));
  await Promise.all(
    [["versions", noteId], ["backlinks"], ["graph"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

/** A new note beside this one, with the version's name and text. */
export async function restoreAsCopy(
  version: Version,
  open: OpenNote,
  go: (place: string) => void,
): Promise<Note> {
  const full = await client.fetchQuery(versionQuery(version.id));
  const values = { name: full.name || t("common.untitled"), when: said(full.createdAt) };
  const name = plain(t("sidePanel.versions.copyName", values));
  const body = {
    name: name.slice(0, 500),
    content: full.content,
    ...(full.richContent && { richContent: full.richContent }),
    parentId: open.note?.parentId ?? null,
  };
  const note = await answer(api.POST("/api/workspace/notes", { body: body as never }));
  noteWasWritten(note);
  done(t("sidePanel.versions.copied", { name }), () => {
    const path = { note_id: note.id };
    answer(api.DELETE("/api/workspace/notes/{note_id}", { params: { path } })).then(() => {
      noteIsGone(note.id);
      if (location.pathname === to.note(note.id)) go(to.note(version.noteId));
    }, failed);
  });
  return note;
}
