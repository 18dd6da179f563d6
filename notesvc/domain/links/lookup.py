"""Link rows with what they mean: which note a wiki link resolves to, which notes link to a note."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from notesvc import database
from notesvc.domain import access, batches
from notesvc.domain.caller import Caller

Row = tuple[str, str, str, str, str | None]
"""source note id, kind, target label, target key, id of the note that it is bound to"""

_COLUMNS = "source_note_id, kind, target_label, target_key, target_id"


class Link(NamedTuple):
    """A link row; `target_id` is the live note that a wiki or note link means, None where nothing is there."""

    source_id: str
    kind: str
    label: str
    key: str
    target_id: str | None


def of_note(caller: Caller, note_id: str) -> list[Link]:
    """Everything the note links to, in the order of kind and label. Raises NotFound.

    For somebody with whom the note is shared, links to notes that they may not see lead nowhere, and the owner's
    people are nobody.
    """
    note = access.note_to_read(caller, note_id)
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM note_links WHERE source_note_id = ? ORDER BY kind, target_label",
        (note.id,),
    ).fetchall()
    found = _resolve(str(note.owner_id), rows, {str(note.id)})
    if note.owner_id == caller.user_id:
        return found
    shared = access.shared_by(str(note.owner_id), caller)
    told = [link for link in found if link.kind != "person"]
    return [link if link.target_id in shared else link._replace(target_id=None) for link in told]


def of_workspace(owner_id: str, most: int) -> list[Link]:
    """The links of all live notes, of at most so many rows."""
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM note_links WHERE owner_id = ? LIMIT ?", (owner_id, most)
    ).fetchall()
    notes = database.execute("SELECT id FROM notes WHERE owner_id = ? AND deleted_at IS NULL", (owner_id,)).fetchall()
    live = {row[0] for row in notes}
    return _links(rows, live, live)


def from_notes(owner_id: str, note_ids: Iterable[str], most: int) -> list[Link]:
    """The links of these notes as far as they live, of at most so many rows."""
    live = _live(owner_id, note_ids)
    return _resolve(owner_id, _rows("source_note_id IN ({})", (), sorted(live), most), live)


def to_labels(owner_id: str, kind: str, keys: Iterable[str], most: int) -> list[Link]:
    """The links of live notes to these tags, or to these people, of at most so many rows."""
    rows = _rows("owner_id = ? AND kind = ? AND target_key IN ({})", (owner_id, kind), keys, most)
    return _resolve(owner_id, rows, _live(owner_id, {row[0] for row in rows}))


def to_notes(owner_id: str, note_ids: Sequence[str], most: int) -> list[Link]:
    """The links of live notes that mean one of these notes, by title, further name or id; of at most so many rows."""
    rows = _rows("owner_id = ? AND target_id IN ({})", (owner_id,), note_ids, most)
    return _resolve(owner_id, rows, _live(owner_id, {row[0] for row in rows}))


def bound_to(owner_id: str, note_id: str) -> list[tuple[str, str]]:
    """The wiki links that mean the note, in the trash too: source note and label."""
    rows = database.execute(
        "SELECT source_note_id, target_label FROM note_links WHERE owner_id = ? AND target_id = ? AND kind = 'wiki'",
        (owner_id, note_id),
    ).fetchall()
    return [(str(row[0]), str(row[1])) for row in rows]


def _rows(condition: str, parameters: tuple[str, ...], values: Iterable[str], most: int) -> list[Row]:
    rows: list[Row] = []
    for chunk in batches.chunks(values):
        where = condition.format(database.marks(chunk))
        rows += database.execute(
            f"SELECT {_COLUMNS} FROM note_links WHERE {where} LIMIT ?",
            (*parameters, *chunk, most - len(rows)),
        ).fetchall()
        if len(rows) >= most:
            break
    # Sorted here: asked to, Postgres without statistics walks the whole primary key for the order.
    return sorted(rows, key=lambda row: row[:4])


def _resolve(owner_id: str, rows: Sequence[Row], sources: Collection[str]) -> list[Link]:
    """The rows of these sources as links."""
    return _links(rows, sources, _live(owner_id, {row[4] for row in rows if row[4]}))


def _links(rows: Iterable[Row], sources: Collection[str], live: Collection[str]) -> list[Link]:
    return [Link(*row[:4], row[4] if row[4] in live else None) for row in rows if row[0] in sources]


def _live(owner_id: str, note_ids: Iterable[str]) -> set[str]:
    """Those of the notes that are the owner's and live."""
    rows = batches.rows("notes", "n.id, n.deleted_at", owner_id, note_ids)
    return {note_id for note_id, deleted_at in rows if deleted_at is None}
