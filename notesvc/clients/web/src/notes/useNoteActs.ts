/** What can be done with the note of a pane, for its menu, its commands and its keys. */
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { answer, api, type Note } from "../api";
import type { SurfaceHandle } from "../editor/surface";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { done, failed } from "../notices";
import { saveAsMarkdown, saveAsPage } from "../render/export";
import { printNote } from "../render/printing";
import type { NoteDocument } from "../saving/noteDocument";
import { layout } from "../shell/layout";
import { overlay } from "../shell/overlay";
import { duplicate } from "../shell/tree/changes";
import { favour } from "../state/favourites";
import { noteIsGone, workspaceHasChanged } from "../state/notes";
import { type Shared, shareDialog } from "../state/shareDialog";
import { copy } from "../ui/clipboard";
import { useStable } from "../ui/stable";

export type NoteDialog = "move" | "words" | "clash" | null;

export interface NoteActs {
  save(): void;
  switchSurface(): void;
  switchForAll(): void;
  find(): void;
  rename(): void;
  trash(): void;
  duplicate(): void;
  favour(isWanted: boolean): void;
  copyLink(): void;
  copyMarkdown(): void;
  exportMarkdown(): void;
  exportHtml(): void;
  print(): void;
  versions(): void;
  move(): void;
  share(part?: Shared["part"]): void;
  words(): void;
  openBeside(): void;
  dialog: NoteDialog;
  show(dialog: NoteDialog): void;
}

/** `want` asks for the surface where there is none yet. The same object until another dialog is shown. */
export function useNoteActs(open: NoteDocument, surface: SurfaceHandle | null, want = () => {}): NoteActs {
  const [, go] = useLocation();
  const [dialog, show] = useState<NoteDialog>(null);
  const find = useFind(surface, want);
  return useMemo(() => ({ dialog, show, find, ...actsOn(open, show, go) }), [dialog, find, open, go]);
}

function actsOn(
  open: NoteDocument,
  show: (dialog: NoteDialog) => void,
  go: (path: string) => void,
): Omit<NoteActs, "dialog" | "show" | "find"> {
  const notSwitched = (error: unknown) => failed(error, t("notes.notSwitched"));
  return {
    save: () => void open.flush("manual").catch(() => {}),
    switchSurface: () => void open.switchTo(otherOf(open)).catch(notSwitched),
    switchForAll: () => void open.switchForAll(otherOf(open)).catch(notSwitched),
    rename: () => focusTitle(open.id),
    trash: () => void trash(open, go),
    duplicate: () =>
      void (async () => {
        await open.noted().catch(() => {});
        const made = await duplicate(open.id);
        if (!made) return;
        done(t("notes.duplicated"));
        go(to.note(made.id));
      })(),
    favour: (isWanted) => void favour(open.id, isWanted),
    copyLink: () =>
      void copy(location.origin + to.note(open.id)).then(() => done(t("notes.linkCopied")), failed),
    copyMarkdown: () => void copyMarkdown(open).catch(failed),
    exportMarkdown: () => void exported(open, "markdown").catch(failed),
    exportHtml: () => void exported(open, "html").catch(failed),
    print: () => void exported(open, "print").catch(failed),
    versions: () => layout.change({ rail: true, railTab: "versions" }),
    move: () => show("move"),
    share: (part = "people") => shareDialog.open({ kind: "note", id: open.id, name: nameOf(open), part }),
    words: () => show("words"),
    openBeside: () => overlay.open("beside"),
  };
}

/** Opens the find bar of the surface, or of the one that comes. */
function useFind(surface: SurfaceHandle | null, want: () => void): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (surface && isAsked.current) surface.find();
    isAsked.current = false;
  }, [surface]);
  return useStable(() => {
    isAsked.current = surface === null;
    if (surface) surface.find();
    else want();
  });
}

const otherOf = ({ snapshot }: NoteDocument) => (snapshot.surface === "block" ? "raw" : "block");

const nameOf = ({ snapshot }: NoteDocument): string => snapshot.note?.name ?? "";

function focusTitle(id: string): void {
  const title = document.getElementById(`title-${id}`);
  title?.focus();
  if (title instanceof HTMLTextAreaElement) title.select();
}

/** Saved first, so that what comes back from the trash is what was there. */
async function trash(open: NoteDocument, go: (path: string) => void): Promise<void> {
  const path = { note_id: open.id };
  const name = nameOfNote(open.snapshot.note?.name);
  try {
    await open.noted();
    await answer(api.DELETE("/api/workspace/notes/{note_id}", { params: { path } }));
  } catch (error) {
    failed(error, t("notes.notTrashed"));
    return;
  }
  noteIsGone(open.id);
  void workspaceHasChanged();
  go(to.home);
  done(t("notes.trashed", { name }), () => void restore(open.id).then(() => go(to.note(open.id)), failed));
}

export async function restore(id: string): Promise<void> {
  await answer(
    api.POST("/api/workspace/trash/{resource_id}/restore", { params: { path: { resource_id: id } } }),
  );
  await workspaceHasChanged();
}

/** The note with the markdown that the service has of it now, what was typed included. */
async function whole(open: NoteDocument): Promise<Note> {
  await open.noted();
  await open.reload();
  return open.snapshot.note as Note;
}

async function copyMarkdown(open: NoteDocument): Promise<void> {
  const { content } = await whole(open);
  await copy(content);
  done(t("notes.markdownCopied"));
}

async function exported(open: NoteDocument, as: "markdown" | "html" | "print"): Promise<void> {
  const note = await whole(open);
  if (as === "print") printNote(note);
  else if (as === "markdown") saveAsMarkdown(note);
  else await saveAsPage(note);
}
