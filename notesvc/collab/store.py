"""What rooms have on disk: a compacted state, the updates since, and what the note was when the room last saw it.

Every routine is one transaction, and on disk when it returns. A room belongs to the worker that claimed it last:
what an earlier owner still writes, with the number it was given (`epoch`), is refused.
"""

import contextlib
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import orjson
import psycopg

from notesvc import clock, limits, sqlite

TROUBLE = (OSError, sqlite.library.Error, psycopg.Error)
"""What any routine of a store raises when the disk or the database fails."""

_DAY = 86_400
_FACTS = "generation, mode, revision, content_hash, content, rich_content, dead_base, saving_hash"
_TABLES = ("collab_rooms", "collab_updates", "collab_clients")
_INSERT_CLIENT = "INSERT INTO collab_clients (note_id, client, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_INSERT_CHANGE = "INSERT INTO collab_updates (note_id, change, change_sum) VALUES (?, ?, ?)"

_DAMAGED = " damaged "
"""Stands in the id of a room that was put aside, between its note's and the moment."""


class FencedError(Exception):
    """The room has another owner by now."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a room knows besides its shared document.

    `revision`, `content_hash`, `content` and `rich_content` are the note as the room last saw or saved it;
    `dead_base` is the root that is not in use as it was when the room left it; `saving_hash` marks a save that was
    begun, so that the room knows its own save again if it dies before the answer.
    """

    generation: str
    mode: str
    revision: int
    content_hash: str
    content: str
    rich_content: str | None = None
    dead_base: str | None = None
    saving_hash: str | None = None

    def with_note(self, note: "Facts") -> "Facts":
        """The same room with the note as it stands in `note`."""
        return replace(
            self,
            revision=note.revision,
            content_hash=note.content_hash,
            content=note.content,
            rich_content=note.rich_content,
            saving_hash=None,
        )

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in _FACTS.split(", "))

    def sum(self) -> int:
        """What tells a damaged row from this one; a restore gives rooms new generations."""
        return zlib.crc32(orjson.dumps(self.values()[1:]))


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as it was found: its document is `state` with `changes` applied in order, and `clients` are the users who
    wrote first under a client id. It `is_damaged` where something of it is not what was stored.
    """

    epoch: int
    facts: Facts
    state: bytes
    changes: Sequence[bytes]
    clients: dict[int, str]
    is_damaged: bool = False


class Change(NamedTuple):
    """An update of a room, with the client ids that are new to it and who wrote under them."""

    note_id: str
    epoch: int
    change: bytes
    clients: Sequence[int] = ()
    user_id: str = ""


class RoomStore(ABC):
    """The rooms of one database. Used by one thread."""

    @abstractmethod
    def _transaction(self) -> contextlib.AbstractContextManager[Any]:
        """A cursor whose statements are on disk together when the context ends."""

    @abstractmethod
    def _run(self, cursor: Any, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement written with `?`."""

    _for_share = ""

    def claim(self, note_id: str) -> StoredRoom | None:
        """Become the room's owner; None when nothing of it is kept."""
        with self._transaction() as cursor:
            self._run(
                cursor,
                "UPDATE collab_rooms SET epoch = epoch + 1, touched_at = ? WHERE note_id = ?",
                (clock.now(), note_id),
            )
            statement = f"SELECT epoch, state, state_sum, facts_sum, {_FACTS} FROM collab_rooms WHERE note_id = ?"
            row = self._run(cursor, statement, (note_id,)).fetchone()
            if row is None:
                return None
            updates = "SELECT change, change_sum FROM collab_updates WHERE note_id = ? ORDER BY number"
            changes = self._run(cursor, updates, (note_id,)).fetchall()
            clients = "SELECT client, user_id FROM collab_clients WHERE note_id = ?"
            found = dict(self._run(cursor, clients, (note_id,)).fetchall())
        return _stored_room(row, changes, found)

    def create(self, note_id: str, facts: Facts, state: bytes) -> bool:
        """Keep a room that has just been made, as its owner with epoch 1; False when another one was quicker."""
        columns = f"note_id, epoch, touched_at, state, state_sum, facts_sum, {_FACTS}"
        statement = f"INSERT INTO collab_rooms ({columns}) VALUES (?{', ?' * 13}) ON CONFLICT DO NOTHING"
        with self._transaction() as cursor:
            values = (note_id, 1, clock.now(), state, zlib.crc32(state), facts.sum(), *facts.values())
            return bool(self._run(cursor, statement, values).rowcount)

    def append(self, changes: Sequence[Change]) -> set[str]:
        """Keep changes of many rooms; the notes whose room has another owner."""
        epochs = {each.note_id: each.epoch for each in changes}
        with self._transaction() as cursor:
            current = self._epochs(cursor, list(epochs))
            lost = {note_id for note_id, epoch in epochs.items() if current.get(note_id) != epoch}
            kept = [each for each in changes if each.note_id not in lost]
            for each in kept:
                self._run(cursor, _INSERT_CHANGE, (each.note_id, each.change, zlib.crc32(each.change)))
            for row in ((each.note_id, client, each.user_id) for each in kept for client in each.clients):
                self._run(cursor, _INSERT_CLIENT, row)
        return lost

    def put_facts(self, note_id: str, epoch: int, facts: Facts, change: bytes = b"") -> None:
        """Replace what the room knows, together with the change that goes with it. Raises FencedError."""
        columns = ", ".join(f"{name} = ?" for name in _FACTS.split(", "))
        with self._transaction() as cursor:
            statement = f"UPDATE collab_rooms SET facts_sum = ?, {columns} WHERE note_id = ? AND epoch = ?"
            self._refuse_none(self._run(cursor, statement, (facts.sum(), *facts.values(), note_id, epoch)))
            if change:
                self._run(cursor, _INSERT_CHANGE, (note_id, change, zlib.crc32(change)))

    def compact(self, note_id: str, epoch: int, state: bytes) -> None:
        """Put one state in the place of all updates kept so far, which it contains. Raises FencedError."""
        with self._transaction() as cursor:
            statement = (
                "UPDATE collab_rooms SET state = ?, state_sum = ?, touched_at = ? WHERE note_id = ? AND epoch = ?"
            )
            values = (state, zlib.crc32(state), clock.now(), note_id, epoch)
            self._refuse_none(self._run(cursor, statement, values))
            self._run(cursor, "DELETE FROM collab_updates WHERE note_id = ?", (note_id,))

    def put_aside(self, note_id: str, epoch: int) -> str:
        """Keep a room that cannot be opened under another id, for an administrator, as if nobody came to it any more;
        the id. Raises FencedError.
        """
        aside = f"{note_id}{_DAMAGED}{clock.now()}"
        with self._transaction() as cursor:
            statement = "UPDATE collab_rooms SET note_id = ? WHERE note_id = ? AND epoch = ?"
            self._refuse_none(self._run(cursor, statement, (aside, note_id, epoch)))
            self._run(cursor, "UPDATE collab_updates SET note_id = ? WHERE note_id = ?", (aside, note_id))
            self._run(cursor, "UPDATE collab_clients SET note_id = ? WHERE note_id = ?", (aside, note_id))
        return aside

    def ids(self) -> list[str]:
        """The rooms that are kept, those too that were put aside (`note_of`)."""
        with self._transaction() as cursor:
            return [note_id for (note_id,) in self._run(cursor, "SELECT note_id FROM collab_rooms").fetchall()]

    def left_behind(self) -> list[str]:
        """The notes whose rooms were never closed: there are updates that were not compacted."""
        with self._transaction() as cursor:
            statement = "SELECT DISTINCT note_id FROM collab_updates"
            found = [note_id for (note_id,) in self._run(cursor, statement).fetchall()]
        return [note_id for note_id in found if note_of(note_id) == note_id]

    def old_ones(self) -> list[str]:
        """Those that nobody has entered, left or written to for `limits.ROOM_DAYS`."""
        oldest = clock.from_now(-limits.ROOM_DAYS * _DAY)
        with self._transaction() as cursor:
            statement = "SELECT note_id FROM collab_rooms WHERE touched_at < ?"
            return [note_id for (note_id,) in self._run(cursor, statement, (oldest,)).fetchall()]

    def forget(self, note_ids: Iterable[str]) -> None:
        """Keep nothing of these rooms any more."""
        with self._transaction() as cursor:
            for note_id in note_ids:
                for table in _TABLES:
                    self._run(cursor, f"DELETE FROM {table} WHERE note_id = ?", (note_id,))

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    def _epochs(self, cursor: Any, note_ids: list[str]) -> dict[str, int]:
        marks = ", ".join("?" * len(note_ids))
        # Always in the same order: two workers that take these locks cannot wait for each other.
        statement = f"SELECT note_id, epoch FROM collab_rooms WHERE note_id IN ({marks}) ORDER BY note_id"
        return dict(self._run(cursor, statement + self._for_share, note_ids).fetchall())

    def _refuse_none(self, cursor: Any) -> None:
        if not cursor.rowcount:
            raise FencedError


def _stored_room(row: Sequence[Any], changes: Iterable[Sequence[Any]], clients: dict[int, str]) -> StoredRoom:
    epoch, state, state_sum, facts_sum, *known = row
    facts, blobs = Facts(*known), [(bytes(state), state_sum), *((bytes(change), kept) for change, kept in changes)]
    # What was stored before there were sums has none.
    is_damaged = facts_sum not in (None, facts.sum())
    is_damaged |= any(kept not in (None, zlib.crc32(blob)) for blob, kept in blobs)
    return StoredRoom(epoch, facts, blobs[0][0], [blob for blob, _ in blobs[1:]], clients, is_damaged)


def note_of(room_id: str) -> str:
    """The note that a room belongs or belonged to."""
    return room_id.partition(_DAMAGED)[0]
