/** What can be done with a row, beside the pointer or below the row; and the dialogs that some of it needs. */
import {
  IconArrowsMove,
  IconColumns2,
  IconCopy,
  IconFilePlus,
  IconFolderPlus,
  IconLink,
  IconMoodSmile,
  IconPencil,
  IconShare2,
  IconStar,
  IconStarOff,
  IconTrash,
} from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../../i18n";
import { favour, isFavourite } from "../../state/favourites";
import { shareDialog } from "../../state/shareDialog";
import Choices, { type Choice } from "../../ui/Choices";
import type { Acts } from "./acts";
import { IconDialog } from "./IconDialog";
import { MoveDialog } from "./MoveDialog";
import type { Row, Shape } from "./rows";
import type { MenuAt } from "./Tree";

interface Props {
  at: MenuAt;
  about: readonly Row[];
  shape: Shape;
  acts: Acts;
  onRename: (id: string) => void;
  /** `goesBack`: the tree takes the focus again. */
  onClose: (goesBack: boolean) => void;
}

/** Choices that ask for more take the focus themselves, and the menu must not give it back. */
interface Further {
  ask: (what: "move" | "icon") => void;
  rename: (id: string) => void;
  share: (row: Row) => void;
}

export default function RowMenu({ at: { row, x, y }, about, shape, acts, onRename, onClose }: Props) {
  const [asks, setAsks] = useState<"move" | "icon" | null>(null);
  const goesOn = useRef(false);
  if (asks === "move") {
    const move = (place: { parentId: string | null }) => acts.move(about, place);
    return <MoveDialog rows={about} shape={shape} onMove={move} onClose={() => onClose(true)} />;
  }
  if (asks === "icon") {
    const choose = (icon: string | null) => acts.setIcon(row, icon);
    return <IconDialog name={row.name} icon={row.icon} onChoose={choose} onClose={() => onClose(true)} />;
  }
  const further: Further = {
    ask: (what) => {
      goesOn.current = true;
      setAsks(what);
    },
    rename: (id) => {
      goesOn.current = true;
      onClose(false);
      onRename(id);
    },
    share: ({ kind, id, name }) => {
      goesOn.current = true;
      // First, so that the focus comes back to where the menu was opened.
      onClose(true);
      shareDialog.open({ kind, id, name, part: "people" });
    },
  };
  return (
    <Choices
      name={t("shell.tree.actions", { name: row.name || t("common.untitled") })}
      x={x}
      y={y}
      choices={about.length > 1 ? ofSeveral(about, acts, further) : ofOne(row, acts, further)}
      onClose={() => {
        if (!goesOn.current) onClose(true);
      }}
    />
  );
}

function ofSeveral(about: readonly Row[], acts: Acts, { ask }: Further): Choice[] {
  return [
    { name: t("shell.tree.move"), icon: IconArrowsMove, run: () => ask("move") },
    { name: t("shell.tree.trash"), icon: IconTrash, isDanger: true, run: () => acts.trash(about) },
  ];
}

function ofOne(row: Row, acts: Acts, { ask, rename, share }: Further): Choice[] {
  const inside = row.kind === "folder" ? row.id : row.parentId;
  const newFolder = async () => {
    const id = await acts.newFolder(inside);
    if (id) rename(id);
  };
  return [
    { name: t("shell.tree.newNoteHere"), icon: IconFilePlus, run: () => void acts.newNote(inside) },
    { name: t("shell.tree.newFolderHere"), icon: IconFolderPlus, run: () => void newFolder() },
    { name: t("common.rename"), icon: IconPencil, keys: "F2", isApart: true, run: () => rename(row.id) },
    ...(row.kind === "note" ? ofNote(row, acts) : []),
    { name: t("shell.tree.icon"), icon: IconMoodSmile, run: () => ask("icon") },
    { name: t("shell.tree.move"), icon: IconArrowsMove, run: () => ask("move") },
    { name: t("sharing.do"), icon: IconShare2, run: () => share(row) },
    { name: t("shell.tree.copyLink"), icon: IconLink, run: () => void acts.copyLink(row) },
    {
      name: t("shell.tree.trash"),
      icon: IconTrash,
      isDanger: true,
      isApart: true,
      run: () => acts.trash([row]),
    },
  ];
}

function ofNote(row: Row, acts: Acts): Choice[] {
  return [
    { name: t("shell.tree.duplicate"), icon: IconCopy, run: () => void acts.duplicate(row) },
    { name: t("shell.tree.beside"), icon: IconColumns2, run: () => acts.openBeside(row) },
    isFavourite(row.id)
      ? { name: t("shell.tree.unfavour"), icon: IconStarOff, run: () => void favour(row.id, false) }
      : { name: t("shell.tree.favour"), icon: IconStar, run: () => void favour(row.id, true) },
  ];
}
