/** Favourites and the notes opened last, as lists of the sidebar. */
import { IconFileText, IconNotebook } from "@tabler/icons-react";
import { to } from "../addresses";
import type { NoteMetadata } from "../api";
import { t } from "../i18n";
import { dayName, nameOfNote } from "../i18n/dates";
import { useFavourites } from "../state/favourites";
import { useRecents } from "../state/recents";
import { Link } from "../ui/Link";
import { Section } from "./Section";
import { useShape } from "./tree/tree";

const RECENT = 5;
const FAVOURITE = 30;

export function FavouriteSection() {
  const notes = useLatest(useFavourites().data);
  if (notes.length === 0) return null;
  return (
    <Section id="favourites" name={t("shell.favourites")}>
      <NoteLinks
        notes={notes.slice(0, FAVOURITE)}
        all={notes.length > FAVOURITE ? to.favourites : undefined}
      />
    </Section>
  );
}

export function RecentSection() {
  const notes = useLatest(useRecents().data);
  if (notes.length === 0) return null;
  return (
    <Section id="recents" name={t("shell.recents")}>
      <NoteLinks notes={notes.slice(0, RECENT)} all={notes.length > RECENT ? to.recents : undefined} />
    </Section>
  );
}

/** The notes as they are now: renamed since, and without those that are gone. */
function useLatest(notes: readonly NoteMetadata[] = []): readonly NoteMetadata[] {
  const { noteById } = useShape();
  return noteById.size === 0 ? notes : notes.flatMap(({ id }) => noteById.get(id) ?? []);
}

export function NoteLinks({ notes, all }: { notes: readonly NoteMetadata[]; all?: string }) {
  return (
    <ul className="sidebar-list">
      {notes.map(({ id, name, icon }) => {
        const day = dayName(name);
        const Icon = day ? IconNotebook : IconFileText;
        return (
          <li key={id}>
            {/* Where one is, the tree alone marks. */}
            <Link href={to.note(id)} className="sidebar-place" title={name}>
              <span className="sidebar-icon" aria-hidden="true">
                {icon ?? <Icon size={16} stroke={1.5} />}
              </span>
              <span dir="auto">{nameOfNote(name)}</span>
            </Link>
          </li>
        );
      })}
      {all && (
        <li>
          <Link href={all} className="sidebar-place is-quiet">
            <span>{t("shell.allOf")}</span>
          </Link>
        </li>
      )}
    </ul>
  );
}
