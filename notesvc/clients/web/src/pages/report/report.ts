/** The report on links, as rows. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type NoteMetadata, type Schemas } from "../../api";
import { t } from "../../i18n";
import { done } from "../../notices";
import { client } from "../../state/client";
import { noteWasWritten, workspaceHasChanged } from "../../state/notes";

export type Report = Schemas["LinkReport"];

/** A link of a note that leads nowhere, or perhaps to the wrong note. */
export interface LinkRow {
  key: string;
  note: NoteMetadata;
  label: string;
  /** The title that a note needs for the link to lead there; null where a note was meant by its id. */
  title: string | null;
}

/** The service shows no more notes than this of each kind. */
export const MOST = 500;

export const reportQuery = queryOptions({
  queryKey: ["graph", "report"],
  queryFn: ({ signal }): Promise<Report> => answer(api.GET("/api/workspace/reports/links", { signal })),
});

export function linkRows(findings: Report["broken"]): LinkRow[] {
  return findings.flatMap(({ note, labels }) =>
    labels.map((label) => ({ key: `${note.id} ${label}`, note, label, title: titleOf(label) })),
  );
}

/** `Folder/Title#Heading` asks for a note called Title. */
export function titleOf(label: string): string | null {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(label)) return null;
  const title = (label.split("#")[0] ?? "").split("/").at(-1)?.replace(/\.md$/i, "").trim();
  return title || null;
}

/** A note with the title that the link asks for; Undo takes it away again. */
export async function createMissing(title: string, beside: NoteMetadata): Promise<string> {
  const body = { name: title, parentId: beside.parentId } as Schemas["NewNote"];
  const note = await answer(api.POST("/api/workspace/notes", { body }));
  noteWasWritten(note);
  await linksHaveChanged();
  done(t("pages.report.created", { title }), () => void remove(note.id));
  return note.id;
}

async function remove(id: string): Promise<void> {
  await answer(api.DELETE("/api/workspace/notes/{note_id}", { params: { path: { note_id: id } } }));
  await linksHaveChanged();
}

async function linksHaveChanged(): Promise<void> {
  await client.invalidateQueries({ queryKey: reportQuery.queryKey });
  await workspaceHasChanged();
}
