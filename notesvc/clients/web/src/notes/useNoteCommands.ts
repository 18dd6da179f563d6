/** What can be done with the note by name or key. */

import { t } from "../i18n";
import { type Command, useCommands } from "../shell/commands";
import { layout } from "../shell/layout";
import { useFavourites } from "../state/favourites";
import { useIsGuest } from "../state/roles";
import { isNarrow } from "../ui/narrow";
import type { NoteActs } from "./useNoteActs";

interface When {
  isActive: boolean;
  isEditable: boolean;
  /** Closes this pane of two. */
  onClose?: () => void;
}

export function useNoteCommands(
  acts: NoteActs,
  noteId: string,
  { isActive, isEditable, onClose }: When,
): void {
  const isFavourite = useFavourites().data?.some((one) => one.id === noteId) ?? false;
  const isGuest = useIsGuest(noteId);
  const note = (id: string, name: string, run: () => void, keys?: string): Command => ({
    id: `note.${id}`,
    name,
    keys,
    group: "note",
    run,
  });
  const reading: Command[] = [
    note("find", t("notes.do.find"), acts.find, "mod+f"),
    {
      ...note("rail", t("notes.do.rail"), () => layout.change({ rail: !layout.get().rail }), "mod+."),
      group: "view",
    },
    note("copyMarkdown", t("notes.do.copyMarkdown"), acts.copyMarkdown),
    note("copyLink", t("notes.do.copyLink"), acts.copyLink),
    note("exportMarkdown", t("notes.do.exportMarkdown"), acts.exportMarkdown),
    note("exportHtml", t("notes.do.exportHtml"), acts.exportHtml),
    note("print", t("notes.do.print"), acts.print),
    note("versions", t("notes.do.versions"), acts.versions),
    note("words", t("notes.do.words"), acts.words),
    note("share", t("sharing.do"), acts.share),
    ...(isNarrow() ? [] : [note("beside", t("notes.do.beside"), acts.openBeside, "alt+b")]),
    ...(onClose ? [note("closeBeside", t("notes.closeBeside"), onClose)] : []),
  ];
  const writing: Command[] = [
    note("save", t("notes.do.save"), acts.save, "mod+s"),
    note("rename", t("notes.do.rename"), acts.rename, "F2"),
  ];
  const surface = note("surface", t("notes.do.surface"), acts.switchSurface, "mod+e");
  const own: Command[] = [
    note("duplicate", t("notes.do.duplicate"), acts.duplicate),
    note("move", t("notes.do.move"), acts.move),
    note("favour", t(isFavourite ? "notes.do.unfavour" : "notes.do.favour"), () => acts.favour(!isFavourite)),
    note("trash", t("notes.do.trash"), acts.trash),
  ];
  const changing = isEditable ? [...writing, surface, ...(isGuest ? [] : own)] : [];
  useCommands(isActive ? [...reading, ...changing] : []);
}
