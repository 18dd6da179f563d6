/** The mark of a note or folder that anybody may read; a press shows by which links. */
import { IconWorld } from "@tabler/icons-react";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { usePublic } from "../state/public";
import { shareDialog } from "../state/shareDialog";
import type { Target } from "../state/shares";
import "./public-mark.css";

interface Props extends Target {
  name: string;
}

export function PublicMark(props: Props) {
  return usePublic().has(props.id) && <PublicButton {...props} />;
}

/** The mark itself. `isInTree`: the tree has the keys, and a choice of its menus does the same. */
export function PublicButton({ kind, id, name, isInTree }: Props & { isInTree?: boolean }) {
  const words = t("sharing.publicMark", { name: nameOfNote(name) });
  return (
    <button
      type="button"
      className="public-mark"
      tabIndex={isInTree ? -1 : undefined}
      aria-label={words}
      title={words}
      onClick={() => shareDialog.open({ kind, id, name, part: "link" })}
    >
      <IconWorld size={15} stroke={1.6} aria-hidden />
    </button>
  );
}
