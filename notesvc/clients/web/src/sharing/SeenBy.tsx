/** Who may see the note, in the fixed place above it; a press shows them. */
import { Tooltip } from "@mantine/core";
import { IconEye, IconLock, IconUsers } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { t } from "../i18n";
import { type CollaboratorList, useCollaborators } from "../state/collaborators";
import { useRole } from "../state/roles";
import { whenIdle } from "../ui/idle";

interface Props {
  noteId: string;
  /** A note in the trash is nobody's but its owner's. */
  isInTrash: boolean;
  onShow: () => void;
}

export function SeenBy({ noteId, isInTrash, onShow }: Props) {
  const role = useRole(noteId);
  const collaboratorList = useCollaborators(noteId, useIsIdle() && !isInTrash && role !== "none").data;
  const { words, why } = said(role, collaboratorList, isInTrash);
  const Icon =
    role === "viewer" ? IconEye : role === "editor" || others(collaboratorList) > 0 ? IconUsers : IconLock;
  return (
    <Tooltip label={why}>
      <button type="button" className="note-seen" aria-label={`${words}. ${why}`} onClick={onShow}>
        <Icon size={14} stroke={1.7} aria-hidden />
        <span className="note-seen-words">{words}</span>
      </button>
    </Tooltip>
  );
}

const others = (collaboratorList: CollaboratorList | undefined) =>
  collaboratorList?.collaborators.length ?? 0;

function said(role: string, collaboratorList: CollaboratorList | undefined, isInTrash: boolean) {
  if (role === "viewer") return { words: t("sharing.seen.viewer"), why: t("sharing.seen.viewerWhy") };
  if (role === "editor") return { words: t("sharing.seen.editor"), why: t("sharing.seen.editorWhy") };
  const count = others(collaboratorList);
  if (count > 0) return { words: t("sharing.seen.with", { count }), why: t("sharing.seen.withWhy") };
  if (collaboratorList || isInTrash) return { words: t("notes.onlyYou"), why: t("notes.onlyYouWhy") };
  // Not known yet, so nothing is claimed.
  return { words: t("sharing.seen.unknown"), why: t("sharing.seen.withWhy") };
}

/** The note itself comes first. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), 2_000), []);
  return isIdle;
}
