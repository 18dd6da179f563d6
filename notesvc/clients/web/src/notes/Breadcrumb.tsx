/** The folders above a note. */

import { memo } from "react";
import { to } from "../addresses";
import type { FolderBranch, Note } from "../api";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { useFolders } from "../state/folders";
import { useListed } from "../state/notes";
import { useIsGuest } from "../state/roles";
import { Link } from "../ui/Link";

export const Breadcrumb = memo(function Breadcrumb({ note }: { note: Note }) {
  const folders = useFolders().data;
  const isGuest = useIsGuest(note.id);
  const listed = useListed(note.id);
  const parentId = listed ? listed.parentId : note.parentId;
  const path = folders ? pathTo(folders, parentId) : [];
  return (
    <nav className="note-path" aria-label={t("notes.where")}>
      <ol>
        {path.length === 0 && (
          <li>
            {isGuest ? (
              <Link href={to.shared}>{t("sharing.shared.title")}</Link>
            ) : (
              <Link href={to.home}>{t("notes.workspace")}</Link>
            )}
          </li>
        )}
        {path.map((folder) => (
          <li key={folder.id}>
            <Link href={to.folder(folder.id)} title={folder.path}>
              {folder.icon && <span aria-hidden>{folder.icon} </span>}
              <bdi>{folder.name || t("common.untitled")}</bdi>
            </Link>
          </li>
        ))}
        <li className="note-path-self" aria-current="page">
          <bdi>{nameOfNote(note.name)}</bdi>
        </li>
      </ol>
    </nav>
  );
});

function pathTo(folders: readonly FolderBranch[], id: string | null): FolderBranch[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const path: FolderBranch[] = [];
  for (let at = id ? byId.get(id) : undefined; at && path.length < 64; at = byId.get(at.parentId ?? "")) {
    path.unshift(at);
  }
  return path;
}
