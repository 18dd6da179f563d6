"""The worker's way to the domain: its routines, each in a thread with a connection of its own."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from notesvc import database, errors
from notesvc.collab import conversions
from notesvc.collab.store import Facts
from notesvc.domain import access, documents, history, indexing, intact, note_attachments, notes
from notesvc.domain.caller import Caller
from notesvc.domain.links import files
from notesvc.domain.preconditions import Precondition
from notesvc.domain.sharing import room_access
from notesvc.domain.text_work import ahead
from notesvc.text import stable_json

T = TypeVar("T")

_THREADS = 4
_NOTE = """
SELECT n.revision, n.mode, b.content, n.content_hash, b.rich_content, b.rich_hash
FROM notes n JOIN note_bodies b ON b.note_id = n.id WHERE n.id = ? AND n.deleted_at IS NULL
"""
_OWNER = "SELECT owner_id FROM notes WHERE id = ?"


class Bridge:
    """A few threads for the database."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="database")

    async def do(self, what: Callable[..., T], *arguments: Any) -> T:
        """What the routine answers or raises."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _with_connection, what, *arguments)

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def _with_connection(what: Callable[..., T], *arguments: Any) -> T:
    with database.connection():
        return what(*arguments)


def note(note_id: str) -> Facts | None:
    """The note as a room is to know it, with the mode that it prefers; None when it is gone or in the trash.

    Raises Busy for a damaged one.
    """
    row = database.execute(_NOTE, (note_id,)).fetchone()
    if row is None:
        return None
    revision, mode, content, content_hash, rich, rich_hash = row
    intact.refuse_damaged(f"note {note_id}", (content, content_hash), (rich, rich_hash))
    return Facts("", mode, revision, conversions.mark_of(content, rich), content, rich)


@dataclass(frozen=True, slots=True)
class SavedNote:
    """The note after a save."""

    revision: int
    updated_at: str


@dataclass(frozen=True, slots=True)
class Authors:
    """Those whom a room's save names, the last writer last; `writers` are the ids of all whose words may be new."""

    named: Sequence[Caller]
    writers: frozenset[str | None]


def save(note_id: str, authors: Authors, fields: Mapping[str, Any], etag: str) -> SavedNote:
    """Save as the last of the authors who still may; else for the owner, as they could when they wrote. The version
    names all of them.

    A rich document among the fields is JSON text: it is parsed here, off the loop. Raises what `notes.change` does,
    NotFound when there is no such note any more.
    """
    if "rich_content" in fields:
        fields = {**fields, "rich_content": stable_json.loads(fields["rich_content"])}
    for author in reversed(authors.named):
        try:
            return _save(author, note_id, fields, etag, authors)
        except (errors.NotFound, errors.Forbidden):
            continue
    row = database.execute(_OWNER, (note_id,)).fetchone()
    if row is None:
        raise errors.NotFound
    return _save(room_access.member(row[0]), note_id, fields, etag, authors)


def revisions(note_ids: Sequence[str]) -> dict[str, int]:
    """The revisions of those of the notes that are there and not in the trash."""
    found: dict[str, int] = {}
    for start in range(0, len(note_ids), 500):
        some = note_ids[start : start + 500]
        statement = f"SELECT id, revision FROM notes WHERE id IN ({database.marks(some)}) AND deleted_at IS NULL"
        found.update(database.execute(statement, some).fetchall())
    return found


def present(note_ids: Sequence[str]) -> set[str]:
    """Those of the notes that there are, in the trash or not."""
    found: set[str] = set()
    for start in range(0, len(note_ids), 500):
        some = note_ids[start : start + 500]
        rows = database.execute(f"SELECT id FROM notes WHERE id IN ({database.marks(some)})", some).fetchall()
        found |= {note_id for (note_id,) in rows}
    return found


@ahead
def _save(caller: Caller, note_id: str, fields: Mapping[str, Any], etag: str, authors: Authors) -> SavedNote:
    note = access.note_to_change(caller, note_id)
    # Which surface the note prefers is its owner's to say.
    named = {name: value for name, value in fields.items() if name != "mode" or note.owner_id == caller.user_id}
    named = documents.check(named)
    indexing.read(named.get("content") or "")
    with database.transaction(note.owner_id):
        body = access.body_of(note)
        saved = notes.change(caller, note_id, named, "collaboration", Precondition(frozenset({etag})))
        if authors.writers == {note.owner_id}:
            before = (body.content, body.rich_content, note.cover)
            files.bind_written(saved, str(body.content))
            note_attachments.record_room_save(saved, before, access.body_of(saved))
        history.credit(note_id, [author.user_id for author in authors.named])
    return SavedNote(int(saved.revision), str(saved.updated_at))
