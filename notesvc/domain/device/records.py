"""What changed in a workspace, as a device reads it: short reads, in the order of the changes."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import orjson
from pydantic import Field

from notesvc import database
from notesvc.domain import access, folders, intact
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import reading
from notesvc.domain.resources import FolderBranch, FolderShape, NoteFull, NoteSaved
from notesvc.models import Attachment
from notesvc.models.notes import etag_of
from notesvc.shapes import Id, Int64, Shape

Kind = Literal["folder", "note", "attachment"]


class MirroredNote(NoteFull):
    """A note with what its mirror compares."""

    etag: str = Field(description="The ETag to base the next write on.")
    sha256: str = Field(description="The sha256 of `content` as UTF-8, in hexadecimal.")


class MirroredNoteSaved(NoteSaved):
    """The answer to a write: metadata, and what the mirror compares."""

    sha256: str = Field(description="The sha256 of the stored text as UTF-8, in hexadecimal.")


class MirroredFolder(FolderShape):
    """A folder with what its mirror compares."""

    etag: str = Field(description="The ETag to base the next write on.")


class MirroredFile(Shape):
    """A stored file."""

    id: Id = Field(description="The attachment's id.")
    note_id: Id | None = Field(description="The note that it was uploaded to, in the trash or not; null where none.")
    name: str = Field(description="The file's name.")
    size: Int64 = Field(description="The file's size in bytes.")
    type: str = Field(description="The media type that the name promises.")
    sha256: str = Field(description="The sha256 of the file, in hexadecimal.")
    folder: str = Field(description="Where it lay in an imported vault.")
    url: str = Field(description="The file's address, as texts name it.")


class Removal(Shape):
    """Something that is gone, or in the trash."""

    kind: Kind = Field(description="What it is: `note`, `folder` or `attachment`.")
    id: Id = Field(description="Its id.")


class Change(NamedTuple):
    """One row of the feed: its place in it, which row of its table it is, and whether it is gone."""

    number: int
    rank: int
    id: str
    row: Any
    is_gone: bool

    @property
    def place(self) -> tuple[int, int, str]:
        return self.number, self.rank, self.id

    @property
    def kind(self) -> Kind:
        return _TABLES[self.rank].kind


class NoteRead(NamedTuple):
    """A `MirroredNote`, and how many characters its texts have."""

    note: dict[str, Any]
    characters: int


class _Table(NamedTuple):
    kind: Kind
    statement: str


def _live(kind: Kind, table: str, row: str, gone: str) -> _Table:
    return _Table(
        kind,
        f"SELECT change_number, id, {row}, {gone} FROM {table} WHERE owner_id = ? AND change_number >= ? "
        "AND (change_number > ? OR id > ?) AND change_number <= ? ORDER BY change_number, id LIMIT ?",
    )


def _tombstones(kind: Kind) -> _Table:
    return _Table(
        kind,
        "SELECT change_number, resource_id, NULL, 1 FROM tombstones WHERE owner_id = ? AND change_number >= ? "
        "AND (change_number > ? OR resource_id > ?) AND change_number <= ? "
        f"AND kind = '{kind}' ORDER BY change_number, resource_id LIMIT ?",
    )


_GONE = "CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END"
# Within one change in this order, from 1: what was made comes before what is gone for good.
_TABLES: dict[int, _Table] = dict(
    enumerate(
        (
            _live("folder", "folders", "NULL", _GONE),
            _live("note", "notes", "number", _GONE),
            _live("attachment", "attachments", "NULL", "0"),
            _tombstones("attachment"),
            _tombstones("note"),
            _tombstones("folder"),
        ),
        1,
    )
)
LAST_RANK = len(_TABLES) + 1
"""The rank that comes after all of a change."""

_TEXTS = ("content", "rich_content")
_NOTES = f"""
SELECT n.number, {{content}}, {{rich}}, n.content_hash, b.rich_hash, n.revision, n.mode,
    {NoteFull.columns("n", without=_TEXTS)}
FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.number IN ({{marks}}) AND n.deleted_at IS NULL ORDER BY n.number
"""


def after(owner_id: str, place: tuple[int, int, str], until: int, size: int) -> list[Change]:
    """The first `size` changes of the workspace behind that place, up to the change of the number `until`."""
    number, rank, last_id = place
    found: list[Change] = []
    for its_rank, table in _TABLES.items():
        # Of the change that the place is in, the tables before it are done, and those behind it are not begun.
        behind = last_id if its_rank == rank else "" if its_rank > rank else "\uffff"
        rows = database.execute(table.statement, (owner_id, number, number, behind, until, size)).fetchall()
        found += [Change(int(at), its_rank, str(id), row, bool(gone)) for at, id, row, gone in rows]
    return sorted(found, key=lambda change: change.place)[:size]


def notes(numbers: Sequence[int]) -> dict[int, NoteRead]:
    """The live ones of these notes by their numbers; damaged ones are told in the log, and not sent as if whole."""
    found: dict[int, NoteRead] = {}
    for rows in reading.pages(_NOTES, numbers, _tell_lost):
        for number, content, rich, content_hash, rich_hash, revision, mode, *fields in rows:
            note = MirroredNote.of(
                tuple(fields),
                content=content,
                rich_content=None if rich is None else orjson.Fragment(rich),
                etag=etag_of(int(revision), str(mode)),
                sha256=content_hash,
            )
            if intact.are_intact((content, content_hash), (rich, rich_hash)):
                found[int(number)] = NoteRead(note, len(content) + len(rich or ""))
            else:
                intact.tell(f"note {note['id']}")
    return found


def branches(caller: Caller, ids: Sequence[str]) -> list[dict[str, Any]]:
    """The live ones of these folders, as the tree shows them."""
    wanted = set(ids)
    if not wanted:
        return []
    rows = [(*fields, *place) for fields, *place in folders.tree(caller) if fields[0] in wanted]
    return FolderBranch.each(rows)


def files(owner_id: str, ids: Sequence[str]) -> list[dict[str, Any]]:
    """These attachments, oldest first, as far as they are there."""
    if not ids:
        return []
    mine = (Attachment.owner == owner_id) & Attachment.id.in_(list(ids))
    return [file(row) for row in Attachment.select().where(mine).order_by(Attachment.change_number, Attachment.id)]


def file(attachment: Attachment) -> dict[str, Any]:
    """An attachment with its hash."""
    return MirroredFile.of(attachment, sha256=attachment.content_hash)


def note(caller: Caller, note_id: str) -> dict[str, Any]:
    """The caller's own note as it stands, in the trash or not. Raises NotFound, and Busy for a damaged one."""
    found = access.own_note(caller, note_id)
    body = access.body_of(found)
    rich = None if body.rich_content is None else orjson.Fragment(body.rich_content)
    return MirroredNote.of(found, content=body.content, rich_content=rich, sha256=found.content_hash)


def _tell_lost(number: int) -> None:
    intact.tell(f"the note in row {number}")
