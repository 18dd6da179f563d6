/** Who may see the note, in the fixed place above it; a press shows them. */
import { Tooltip } from "@mantine/core";
import { IconEye, IconLock, IconUsers, IconWorld } from "@tabler/icons-react";
import { memo, useEffect, useState } from "react";
import type { Note } from "../api";
import { t } from "../i18n";
import { useCollaborators } from "../state/collaborators";
import { usePublic, usePublicFolder } from "../state/public";
import { type Role, useRole } from "../state/roles";
import type { Shared } from "../state/shareDialog";
import { whenIdle } from "../ui/idle";

interface Props {
  note: Note;
  onShow: (part: Shared["part"]) => void;
}

export const SeenBy = memo(function SeenBy({ note, onShow }: Props) {
  const noteId = note.id;
  // A note in the trash is nobody's but its owner's.
  const isInTrash = note.deletedAt !== null;
  const role = useRole(noteId);
  const others = useCollaborators(noteId, useIsIdle() && !isInTrash && role !== "none").data?.collaborators;
  const folder = usePublicFolder(noteId, note.parentId);
  const isPublic = usePublic().has(noteId);
  const isShown = !isInTrash && role === "owner" && (isPublic || folder !== null);
  const { words, why } = isShown
    ? saidOfPublic(isPublic ? null : (folder?.name ?? ""), others?.length ?? 0)
    : said(role, others?.length, isInTrash);
  const Icon = isShown ? IconWorld : iconOf(role, others?.length ?? 0);
  return (
    <Tooltip label={why}>
      <button
        type="button"
        className="note-seen"
        aria-label={`${words}. ${why}`}
        onClick={() => onShow(isShown ? "link" : "people")}
      >
        <Icon size={14} stroke={1.7} aria-hidden />
        <span className="note-seen-words">{words}</span>
      </button>
    </Tooltip>
  );
});

function iconOf(role: Role, count: number) {
  if (role === "viewer") return IconEye;
  return role === "editor" || count > 0 ? IconUsers : IconLock;
}

/** Everybody sees it: by a link of its own, or with the folder of that name. */
function saidOfPublic(folder: string | null, count: number) {
  const why =
    folder === null ? t("sharing.seen.publicWhy") : t("sharing.seen.publicFolderWhy", { name: folder });
  if (count > 0) return { words: t("sharing.seen.publicWith", { count }), why };
  return { words: t(folder === null ? "sharing.seen.public" : "sharing.seen.publicFolder"), why };
}

function said(role: Role, count: number | undefined, isInTrash: boolean) {
  if (role === "viewer") return { words: t("sharing.seen.viewer"), why: t("sharing.seen.viewerWhy") };
  if (role === "editor") return { words: t("sharing.seen.editor"), why: t("sharing.seen.editorWhy") };
  if (count) return { words: t("sharing.seen.with", { count }), why: t("sharing.seen.withWhy") };
  if (count === 0 || isInTrash) return { words: t("notes.onlyYou"), why: t("notes.onlyYouWhy") };
  // Not known yet, so nothing is claimed.
  return { words: t("sharing.seen.unknown"), why: t("sharing.seen.withWhy") };
}

/** The note itself comes first. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), 2_000), []);
  return isIdle;
}
