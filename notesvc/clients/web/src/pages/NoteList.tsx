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
  return (
    <Rows items={notes} keyOf={(note) => note.id} label={label}>
      {(note) => <NoteRow note={note} hidesPath={hidesPath} hasWords />}
    </Rows>
  );
}
