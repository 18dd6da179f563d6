/** Notes as a list with the usual row. */
import type { NoteMetadata } from "../api";
import { Rows } from "../ui/Rows";
import { NoteRow } from "./NoteRow";

interface Props {
  notes: readonly NoteMetadata[];
  label: string;
  hidesPath?: boolean;
}

export function NoteList({ notes, label, hidesPath }: Props) {
  const exceptTag = commonTag(notes);
  return (
    <Rows items={notes} keyOf={(note) => note.id} label={label}>
      {(note) => <NoteRow note={note} hidesPath={hidesPath} exceptTag={exceptTag} hasWords />}
    </Rows>
  );
}

/** The first tag that all of several notes have: in their rows it would say nothing. */
export function commonTag(notes: readonly Pick<NoteMetadata, "tags">[]): string | undefined {
  const [first, ...rest] = notes.map(({ tags }) => tags.map((tag) => tag.toLowerCase()));
  return rest.length > 0 ? first?.find((tag) => rest.every((tags) => tags.includes(tag))) : undefined;
}
