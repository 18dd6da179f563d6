/** Favourites and the notes opened last, as lists of the sidebar. */
import { IconFileText, IconNotebook } from "@tabler/icons-react";
import { useRef } from "react";
import { to } from "../addresses";
import type { NoteMetadata } from "../api";
import { t } from "../i18n";
import { dayName, nameOfNote } from "../i18n/dates";
import { useFavourites } from "../state/favourites";
import { useRecents } from "../state/recents";
import { Link } from "../ui/Link";
import { layout, useLayout } from "./layout";
import { Section } from "./Section";
import { useShape } from "./tree/tree";

const RECENT = 5;
/** The tree stands below them. */
const FAVOURITE = 8;
const MOST_FAVOURITES = 100;

export function FavouriteSection() {
  const notes = useLatest(useFavourites().data);
  const isWhole = useLayout().whole.includes("favourites");
  const list = useRef<HTMLDivElement>(null);
  if (notes.length === 0) return null;
  const show = () => {
    layout.show("favourites", !isWhole);
    // What has come is what is read next.
    if (!isWhole) requestAnimationFrame(() => list.current?.querySelectorAll("a")[FAVOURITE]?.focus());
  };
  return (
    <Section id="favourites" name={t("shell.favourites")}>
      <div ref={list}>
        <NoteLinks
          notes={notes.slice(0, isWhole ? MOST_FAVOURITES : FAVOURITE)}
          all={isWhole && notes.length > MOST_FAVOURITES ? to.favourites : undefined}
        />
        {notes.length > FAVOURITE && (
          <div className="sidebar-more">
            <button type="button" className="sidebar-place is-quiet" aria-expanded={isWhole} onClick={show}>
              <span>{isWhole ? t("shell.fewer") : t("shell.allCounted", { number: notes.length })}</span>
            </button>
          </div>
        )}
      </div>
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
