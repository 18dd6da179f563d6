/** What can be done in the tree, by key, menu or pointer alike. */
import { useLocation } from "wouter";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { createFolder } from "../../state/creating";
import { openMade } from "../../ui/firstWords";
import { changeRow, duplicate, goneWith, trashRows } from "./changes";
import { moveRows } from "./moving";
import { opened } from "./opened";
import type { Place } from "./places";
import type { Row, Shape } from "./rows";
import { presentShape } from "./tree";

export interface Acts {
  open(row: Row): void;
  openBeside(row: Row): void;
  newNote(parentId: string | null): Promise<void>;
  /** Answers the id of the new folder, so that it can be named. */
  newFolder(parentId: string | null): Promise<string | null>;
  rename(row: Row, name: string): void;
  setIcon(row: Row, icon: string | null): void;
  duplicate(row: Row): Promise<void>;
  copyLink(row: Row): Promise<void>;
  move(rows: readonly Row[], place: Place): void;
  trash(rows: readonly Row[]): void;
}

export function useActs(): Acts {
  const [path, go] = useLocation();
  return {
    open: (row) => go(addressOf(row)),
    openBeside: (row) => go(besideAddress(path, row.id)),
    newNote: async (parentId) => {
      if (parentId) opened.set([parentId], true);
      const make = async () => {
        // With all that saving is made of, which the first page does without.
        const { makeNote } = await import("../../saving/making");
        return makeNote({ parentId });
      };
      await openMade(make, (id) => go(to.note(id))).catch(notMade);
    },
    newFolder: async (parentId) => {
      const folder = await createFolder(t("shell.newFolder"), parentId).catch(notMade);
      if (folder && parentId) opened.set([parentId], true);
      return folder?.id ?? null;
    },
    rename: (row, name) => void changeRow(row, { name }),
    setIcon: (row, icon) => void changeRow(row, { icon }),
    duplicate: async (row) => {
      const copy = await duplicate(row.id);
      if (copy) go(to.note(copy.id));
    },
    copyLink,
    move: (rows, place) => {
      if (place.parentId) opened.set([place.parentId], true);
      void moveRows(presentShape(), rows, place);
    },
    trash: (rows) => {
      const shape = presentShape();
      const next = refuge(shape, rows, path);
      if (next !== null) go(next);
      void trashRows(shape, rows);
    },
  };
}

function notMade(error: unknown): undefined {
  failed(error, t("shell.notMade"));
}

export const addressOf = ({ kind, id }: Pick<Row, "kind" | "id">): string =>
  kind === "note" ? to.note(id) : to.folder(id);

/** Beside the note that is shown; without one, simply there. */
export function besideAddress(path: string, id: string): string {
  const shown = /^\/notes\/([^/?#]+)/.exec(path)?.[1];
  return shown && shown !== id ? `${to.note(shown)}?beside=${id}` : to.note(id);
}

/** Where to go when what is shown goes to the trash with the rows: the folder it was in. Null: it stays. */
function refuge(shape: Shape, rows: readonly Row[], path: string): string | null {
  const { notes, folders } = goneWith(shape, rows);
  const [, kind, here = ""] = path.split("/");
  if (!(kind === "notes" ? notes.has(here) : kind === "folders" && folders.has(here))) return null;
  const parent = rows[0]?.parentId ?? null;
  return parent !== null && shape.folderById.has(parent) && !folders.has(parent)
    ? to.folder(parent)
    : to.recents;
}

async function copyLink(row: Row): Promise<void> {
  const address = location.origin + addressOf(row);
  try {
    await navigator.clipboard.writeText(address);
    done(t("common.copied"));
  } catch {
    // Without https the browser gives no clipboard: let the person take it themselves.
    window.prompt(t("shell.tree.copyLink"), address);
  }
}
