/** What can be done with the note by name or key. */
import type { SurfaceHandle } from "../editor/surface";
import { t } from "../i18n";
import { type Command, useCommands } from "../shell/commands";
import { layout } from "../shell/layout";
import { useFavourites } from "../state/favourites";
import { useIsGuest } from "../state/roles";
import { isNarrow } from "../ui/narrow";
import type { NoteActs } from "./useNoteActs";
import { useWritingCommands } from "./useWritingCommands";

interface When {
  isActive: boolean;
  isEditable: boolean;
  surface: SurfaceHandle | null;
  /** Closes this pane of two. */
  onClose?: () => void;
}

export function useNoteCommands(
  acts: NoteActs,
  noteId: string,
  { isActive, isEditable, surface, onClose }: When,
): void {
  useWritingCommands(isActive && isEditable ? surface : null);
  const isFavourite = useFavourites().data?.some((one) => one.id === noteId) ?? false;
  const isGuest = useIsGuest(noteId);
  const writing: Command[] = [
    noteCommand("save", t("notes.do.save"), acts.save, "mod+s"),
    noteCommand("rename", t("notes.do.rename"), acts.rename, "F2"),
    noteCommand("surface", t("notes.do.surface"), acts.switchSurface, "mod+e"),
  ];
  const own: Command[] = [
    noteCommand("duplicate", t("notes.do.duplicate"), acts.duplicate),
    noteCommand("move", t("notes.do.move"), acts.move),
    noteCommand("favour", t(isFavourite ? "notes.do.unfavour" : "notes.do.favour"), () =>
      acts.favour(!isFavourite),
    ),
    noteCommand("trash", t("notes.do.trash"), acts.trash),
  ];
  const changing = isEditable ? [...writing, ...(isGuest ? [] : own)] : [];
  // Where no surface ever stands the browser finds by itself.
  const finding = isEditable || surface ? [noteCommand("find", t("notes.do.find"), acts.find, "mod+f")] : [];
  useCommands(isActive ? [...finding, ...reading(acts, onClose), ...changing] : []);
}

function reading(acts: NoteActs, onClose: When["onClose"]): Command[] {
  const toggleRail = () => layout.change({ rail: !layout.get().rail });
  return [
    { ...noteCommand("rail", t("notes.do.rail"), toggleRail, "mod+."), group: "view" },
    noteCommand("copyMarkdown", t("notes.do.copyMarkdown"), acts.copyMarkdown),
    noteCommand("copyLink", t("notes.do.copyLink"), acts.copyLink),
    noteCommand("exportMarkdown", t("notes.do.exportMarkdown"), acts.exportMarkdown),
    noteCommand("exportHtml", t("notes.do.exportHtml"), acts.exportHtml),
    noteCommand("print", t("notes.do.print"), acts.print),
    noteCommand("versions", t("notes.do.versions"), acts.versions),
    noteCommand("words", t("notes.do.words"), acts.words),
    noteCommand("share", t("sharing.do"), acts.share),
    ...(isNarrow() ? [] : [noteCommand("beside", t("notes.do.beside"), acts.openBeside, "alt+b")]),
    ...(onClose ? [noteCommand("closeBeside", t("notes.closeBeside"), onClose)] : []),
  ];
}

export const noteCommand = (id: string, name: string, run: () => void, keys?: string): Command => ({
  id: `note.${id}`,
  name,
  keys,
  group: "note",
  run,
});
