/** What the note links to; first what leads nowhere yet. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { HoverPreview } from "../../render/HoverPreview";
import { linksQuery, type NoteLink } from "../../state/links";
import { useNotes } from "../../state/notes";
import { usePeople } from "../../state/people";
import { Link } from "../../ui/Link";
import { Unready } from "../../ui/States";

export function Outgoing({ noteId }: { noteId: string }) {
  const { data, error, refetch } = useQuery(linksQuery(noteId));
  const { notes, missing, tags, people } = useMemo(() => sorted(data ?? []), [data]);
  const names = useNames(notes, people);
  if (!data) return <Unready rows={4} error={error} retry={() => void refetch()} />;
  const count = notes.length + missing.length;
  return (
    <details className="rail-section" open>
      <summary>
        {t("sidePanel.links.outgoing")} <span className="rail-count">{count}</span>
      </summary>
      {count === 0 && <p className="rail-said">{t("sidePanel.links.noneOut")}</p>}
      <ul className="rail-list">
        {missing.map((title) => (
          <li key={title} className="is-missing" title={t("sidePanel.links.unresolved")}>
            <bdi>{title}</bdi> <span className="rail-quiet">{t("sidePanel.links.missing")}</span>
          </li>
        ))}
        {notes.map((id) => (
          <li key={id}>
            <HoverPreview noteId={id}>
              <Link href={to.note(id)}>
                <bdi>{nameOfNote(names.get(id))}</bdi>
              </Link>
            </HoverPreview>
          </li>
        ))}
      </ul>
      {tags.length + people.length > 0 && (
        <p className="rail-marks">
          {tags.map((tag) => (
            <Link key={tag} href={to.tag(tag)}>
              #{tag}
            </Link>
          ))}
          {people.map((id) => (
            <Link key={id} href={to.person(id)}>
              ${names.get(id) ?? "?"}
            </Link>
          ))}
        </p>
      )}
    </details>
  );
}

function sorted(links: readonly NoteLink[]) {
  const of = (kind: NoteLink["kind"]) =>
    links.filter((link) => link.kind === kind).map((link) => link.targetLabel);
  const inner = links.filter((link) => link.kind === "wiki" || link.kind === "note");
  const found = inner.flatMap((link) => (link.targetNoteId === null ? [] : [link.targetNoteId]));
  const missing = inner.filter((link) => link.targetNoteId === null && link.kind === "wiki");
  return {
    notes: [...new Set(found)],
    missing: missing.map((link) => link.targetLabel),
    tags: of("tag"),
    people: of("person"),
  };
}

/** The names of these notes and people, by id. */
function useNames(noteIds: readonly string[], personIds: readonly string[]): Map<string, string> {
  const notes = useNotes().data;
  const people = usePeople().data;
  return useMemo(() => {
    const wanted = new Set([...noteIds, ...personIds]);
    const all = [...(notes ?? []), ...(people ?? [])].filter((each) => wanted.has(each.id));
    return new Map(all.map((each) => [each.id, each.name]));
  }, [notes, people, noteIds, personIds]);
}
