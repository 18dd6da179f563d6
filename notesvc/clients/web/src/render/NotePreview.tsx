/** The beginning of a note, in a card. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { to } from "../addresses";
import type { Note } from "../api";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { sentence } from "../i18n/problem";
import { useFolders } from "../state/folders";
import { noteQuery } from "../state/notes";
import { Link } from "../ui/Link";
import { Blocks } from "./Blocks";

const MOST_BLOCKS = 12;

export default function NotePreview({ noteId }: { noteId: string }) {
  const { data, error } = useQuery({ ...noteQuery(noteId), retry: false });
  if (data) return <Card note={data} />;
  if (error) return <p className="preview-said">{sentence(error)}</p>;
  return <Skeleton />;
}

function Card({ note }: { note: Note }) {
  const folder = useFolders().data?.find((each) => each.id === note.parentId);
  const blocks = ((note.richContent ?? []) as Block[]).slice(0, MOST_BLOCKS);
  return (
    <article className="preview" dir="auto">
      {folder && <div className="preview-path">{folder.path}</div>}
      <h2 className="preview-name" dir="auto">
        <Link href={to.note(note.id)}>{nameOfNote(note.name)}</Link>
      </h2>
      {blocks.length > 0 ? (
        <Blocks blocks={blocks} noteId={note.id} />
      ) : (
        <p className="preview-said">{t("sidePanel.preview.empty")}</p>
      )}
    </article>
  );
}

/** Grey lines, but only where the note takes its time. */
function Skeleton() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(later);
  }, []);
  return (
    <div className="preview-skeleton" role="status" aria-label={t("common.loading")}>
      {isSlow && [70, 100, 92, 60].map((width) => <i key={width} style={{ inlineSize: `${width}%` }} />)}
    </div>
  );
}
