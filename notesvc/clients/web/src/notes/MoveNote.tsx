/** Choosing the folder that a note moves to. */
import type { Note } from "../api";
import { MoveDialog } from "../shell/tree/MoveDialog";
import { moveRows } from "../shell/tree/moving";
import type { Row } from "../shell/tree/rows";
import { useShape } from "../shell/tree/tree";

export default function MoveNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const shape = useShape();
  const listed = shape.noteById.get(note.id) ?? note;
  const row: Row = {
    kind: "note",
    id: note.id,
    name: note.name,
    icon: note.icon,
    parentId: listed.parentId,
    sortOrder: listed.sortOrder,
    depth: 0,
    position: 1,
    siblings: 1,
    isOpen: false,
    hasChildren: false,
  };
  return (
    <MoveDialog
      rows={[row]}
      shape={shape}
      onMove={(place) => void moveRows(shape, [row], place)}
      onClose={onClose}
    />
  );
}
