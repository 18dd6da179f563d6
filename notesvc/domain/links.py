"""Link rows with what they mean: which note a wiki link resolves to, which notes link to a note."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from notesvc import database
from notesvc.domain import access, linking, owned
from notesvc.domain.caller import Caller
from notesvc.text import inline

Row = tuple[str, str, str, str]
"""source note id, kind, target label, target key"""

_COLUMNS = "source_note_id, kind, target_label, target_key"


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
    found = _resolved(str(note.owner_id), rows, {str(note.id): note.parent_id})
    if note.owner_id == caller.user_id:
        return found
    shared = access.shared_by(str(note.owner_id), caller)
    told = [link for link in found if link.kind != "person"]
    return [link if link.target_id in shared else link._replace(target_id=None) for link in told]


def of_workspace(owner_id: str, most: int) -> list[Link]:
    """The links of all live notes, of at most so many rows."""
    notes = database.execute(
        "SELECT id, parent_id, name_key FROM notes WHERE owner_id = ? AND deleted_at IS NULL", (owner_id,)
    ).fetchall()
    further = database.execute("SELECT name_key FROM note_aliases WHERE owner_id = ?", (owner_id,)).fetchall()
    names = _link_keys([*(row[2] for row in notes), *(row[0] for row in further)])
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM note_links WHERE owner_id = ? LIMIT ?",
        (owner_id, most),
    ).fetchall()
    # Most links of a large workspace name nothing; the resolver need not be asked about those.
    missing = [row for row in rows if row[1] == "wiki" and row[3] not in names]
    others = [row for row in rows if row[1] != "wiki" or row[3] in names]
    folders = {row[0]: row[1] for row in notes}
    return _resolved(owner_id, others, folders) + [Link._make((*row, None)) for row in missing if row[0] in folders]


def from_notes(owner_id: str, note_ids: Iterable[str], most: int) -> list[Link]:
    """The links of these notes as far as they live, of at most so many rows."""
    folders = _folders_of(owner_id, note_ids)
    return _resolved(owner_id, _rows("source_note_id IN ({})", (), folders, most), folders)


def to_labels(owner_id: str, kind: str, keys: Iterable[str], most: int) -> list[Link]:
    """The links of live notes to these tags, or to these people, of at most so many rows."""
    rows = _rows("owner_id = ? AND kind = ? AND target_key IN ({})", (owner_id, kind), keys, most)
    return _resolved(owner_id, rows, _folders_of(owner_id, {row[0] for row in rows}))


def to_notes(owner_id: str, note_ids: Sequence[str], most: int) -> list[Link]:
    """The links of live notes that mean one of these notes, by title, further name or id; of at most so many rows."""
    wanted = set(note_ids)
    found = to_labels(owner_id, "note", note_ids, most)
    found += to_labels(owner_id, "wiki", _names_of(owner_id, note_ids), most)
    return [link for link in found if link.target_id in wanted]


def _rows(condition: str, parameters: tuple[str, ...], values: Iterable[str], most: int) -> list[Row]:
    rows: list[Row] = []
    for chunk in owned.chunks(values):
        where = condition.format(database.marks(chunk))
        rows += database.execute(
            f"SELECT {_COLUMNS} FROM note_links WHERE {where} LIMIT ?",
            (*parameters, *chunk, most - len(rows)),
        ).fetchall()
        if len(rows) >= most:
            break
    # Sorted here: asked to, Postgres without statistics walks the whole primary key for the order.
    return sorted(rows)


def _resolved(owner_id: str, rows: Sequence[Row], folders: Mapping[str, str | None]) -> list[Link]:
    """The rows of the notes in `folders`, which gives the folder of each, as links."""
    live = _folders_of(owner_id, {row[2] for row in rows if row[1] == "note"})
    resolver = linking.Resolver(owner_id)
    resolver.learn({row[2] for row in rows if row[1] == "wiki"})
    links = []
    for source_id, kind, label, key in rows:
        if source_id not in folders:
            continue
        target_id = None
        if kind == "wiki":
            target_id = resolver.resolve(label, folders[source_id])
        elif kind == "note" and label in live:
            target_id = label
        links.append(Link(source_id, kind, label, key, target_id))
    return links


def _folders_of(owner_id: str, note_ids: Iterable[str]) -> dict[str, str | None]:
    """Those of the notes that are the owner's and live, each with its folder's id."""
    rows = owned.rows("notes", "n.id, n.parent_id, n.deleted_at", owner_id, note_ids)
    return {note_id: parent_id for note_id, parent_id, deleted_at in rows if deleted_at is None}


def _link_keys(name_keys: Iterable[str]) -> set[str]:
    """The target keys that links to notes of these names may have."""
    return {key for name in name_keys for key in (name, inline.wiki_target_key(name))} - {""}


def _names_of(owner_id: str, note_ids: Iterable[str]) -> list[str]:
    """The target keys that links to these notes, by title or further name, may have."""
    mine = {row[0]: row[1] for row in owned.rows("notes", "n.id, n.name_key", owner_id, note_ids)}
    names = set(mine.values())
    for chunk in owned.chunks(mine):
        rows = database.execute(
            f"SELECT name_key FROM note_aliases WHERE note_id IN ({database.marks(chunk)})",
            chunk,
        )
        names |= {row[0] for row in rows.fetchall()}
    return sorted(_link_keys(names))
