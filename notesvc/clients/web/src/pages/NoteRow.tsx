/** A note as a row of a list: icon, name, where it is, tags, when it changed. */
import { IconFileText, IconNotebook } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Match, to } from "../addresses";
import type { FolderBranch, NoteMetadata } from "../api";
import { listed, t } from "../i18n";
import { dayName, nameOfNote } from "../i18n/dates";
import { usePlain } from "../render/plainWords";
import { useBeginning } from "../state/beginnings";
import { derived } from "../state/derived";
import { useFolders } from "../state/folders";
import { useTagColour } from "../state/tags";
import { Link } from "../ui/Link";
import { LocalMark } from "../ui/LocalMark";
import { PublicMark } from "../ui/PublicMark";
import { isComing } from "../ui/States";
import { TagMark } from "../ui/TagMark";
import { When } from "../ui/When";
import "../ui/row-name.css";
import "./note-row.css";

const TAGS_SHOWN = 3;

interface Props {
  note: NoteMetadata;
  /** The moment to show in place of the latest change. */
  at?: string;
  /** The name with marks in it. */
  title?: ReactNode;
  /** The place in the text where the note is to be opened. */
  match?: Match | null;
  /** Beneath the name, such as where a search matched. */
  children?: ReactNode;
  /** Leave out what the page says already. */
  hidesPath?: boolean;
  /** The tags are of somebody else's workspace: they lead nowhere here. */
  isPlain?: boolean;
  /** A tag that every row of the list has. */
  exceptTag?: string;
  /** With the first words of the text beneath the name. */
  hasWords?: boolean;
  /** The id of a person: with the words that mention them. */
  mentioned?: string;
}

export function NoteRow(props: Props) {
  const {
    note,
    at = note.updatedAt,
    title,
    match = null,
    children,
    hidesPath,
    isPlain,
    exceptTag,
    hasWords,
    mentioned,
  } = props;
  const path = useFolderPath(hidesPath ? null : note.parentId);
  const colourOf = useTagColour();
  const shown = isPlain ? [] : note.tags;
  const tags = shown.filter((tag) => tag.toLowerCase() !== exceptTag?.toLowerCase());
  const day = dayName(note.name);
  const name = nameOfNote(note.name);
  const Icon = day ? IconNotebook : IconFileText;
  return (
    <div className="note-row" data-words={hasWords || mentioned ? true : undefined}>
      <span className="note-row-icon" aria-hidden>
        {note.icon ? note.icon : <Icon size={16} stroke={1.5} />}
      </span>
      <Link className="row-name note-row-name" href={to.match(note.id, match)} title={name}>
        <bdi>{day ?? title ?? name}</bdi>
      </Link>
      {tags.length > 0 && (
        <span className="note-row-tags">
          {tags.slice(0, TAGS_SHOWN).map((tag) => (
            <TagMark key={tag} tag={tag} color={colourOf(tag)} />
          ))}
          {tags.length > TAGS_SHOWN && (
            <span className="note-row-more" title={listed(tags.slice(TAGS_SHOWN))}>
              +{tags.length - TAGS_SHOWN}
            </span>
          )}
        </span>
      )}
      {path === undefined && <span className="note-row-path" />}
      {path && note.parentId && (
        <Link className="note-row-path" href={to.folder(note.parentId)} title={path}>
          <bdi>{path}</bdi>
        </Link>
      )}
      <When className="note-row-when" at={at} />
      <LocalMark id={note.id} />
      <PublicMark kind="note" id={note.id} name={note.name} />
      {(hasWords || mentioned) && <Words note={note} mentioned={mentioned} />}
      {children && <div className="note-row-beneath">{children}</div>}
    </div>
  );
}

/** The line is there before its words are, so that nothing moves. */
function Words({ note, mentioned }: Pick<Props, "note" | "mentioned">) {
  const words = usePlain(useBeginning(note, mentioned));
  return (
    <p className="note-row-words" dir="auto">
      {words === "" ? t("common.noText") : words}
    </p>
  );
}

const pathsOf = derived(
  (folders: readonly FolderBranch[]) => new Map(folders.map(({ id, path }) => [id, path])),
);
const NONE: FolderBranch[] = [];

/** Where a folder is, in words; empty for the top, undefined while the folders are on their way. */
export function useFolderPath(id: string | null): string | undefined {
  const folders = useFolders();
  if (id === null) return "";
  return isComing(folders) ? undefined : (pathsOf(folders.data ?? NONE).get(id) ?? "");
}
