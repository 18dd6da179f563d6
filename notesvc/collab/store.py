"""What rooms have on disk: a compacted state, the updates since, and what the note was when the room last saw it.

Every routine is one transaction, and on disk when it returns. A room belongs to the worker that claimed it last:
what an earlier owner still writes, with the number it was given (`epoch`), is refused.
"""

import contextlib
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg

from notesvc import clock, limits, sqlite
from notesvc.config import Settings

TROUBLE = (OSError, sqlite.library.Error, psycopg.Error)
"""What any routine of a store raises when the disk or the database fails."""

_DAY = 86_400
# A little more than the 1,000 pages after which SQLite writes the log into the database.
_LOG_BYTES = 4_500_000
# SQLite's own choice, in KiB when negative.
_CACHE = -2_000
_FACTS = "generation, mode, revision, content_hash, content, rich_content, dead_base, saving_hash"
_INSERT_CHANGE = "INSERT INTO collab_updates (note_id, change) VALUES (?, ?)"
_SQLITE_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS collab_rooms (
        note_id TEXT NOT NULL PRIMARY KEY, epoch INTEGER NOT NULL, touched_at TEXT NOT NULL,
        generation TEXT NOT NULL, mode TEXT NOT NULL, revision INTEGER NOT NULL, content_hash TEXT NOT NULL,
        content TEXT NOT NULL, rich_content TEXT, dead_base TEXT, saving_hash TEXT, state BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE IF NOT EXISTS collab_updates (
        number INTEGER PRIMARY KEY, note_id TEXT NOT NULL, change BLOB NOT NULL
    ) STRICT
    """,
    "CREATE INDEX IF NOT EXISTS collab_updates_note ON collab_updates (note_id, number)",
)


class Fenced(Exception):
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


@dataclass(frozen=True, slots=True)
class Stored:
    """A room as it was found: its document is `state` with `changes` applied in order."""

    epoch: int
    facts: Facts
    state: bytes
    changes: Sequence[bytes]


class Rooms(ABC):
    """The rooms of one database. Used by one thread."""

    @abstractmethod
    def _transaction(self) -> contextlib.AbstractContextManager[Any]:
        """A cursor whose statements are on disk together when the context ends."""

    @abstractmethod
    def _run(self, cursor: Any, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement written with `?`."""

    _for_share = ""

    def claim(self, note_id: str) -> Stored | None:
        """Become the room's owner; None when nothing of it is kept."""
        with self._transaction() as cursor:
            self._run(
                cursor,
                "UPDATE collab_rooms SET epoch = epoch + 1, touched_at = ? WHERE note_id = ?",
                (clock.now(), note_id),
            )
            statement = f"SELECT epoch, state, {_FACTS} FROM collab_rooms WHERE note_id = ?"
            row = self._run(cursor, statement, (note_id,)).fetchone()
            if row is None:
                return None
            epoch, state, *facts = row
            updates = "SELECT change FROM collab_updates WHERE note_id = ? ORDER BY number"
            changes = [bytes(change) for (change,) in self._run(cursor, updates, (note_id,)).fetchall()]
        return Stored(epoch, Facts(*facts), bytes(state), changes)

    def create(self, note_id: str, facts: Facts, state: bytes) -> bool:
        """Keep a room that has just been made, as its owner with epoch 1; False when another one was quicker."""
        columns = f"note_id, epoch, touched_at, state, {_FACTS}"
        statement = f"INSERT INTO collab_rooms ({columns}) VALUES (?{', ?' * 11}) ON CONFLICT DO NOTHING"
        with self._transaction() as cursor:
            values = (note_id, 1, clock.now(), state, *facts.values())
            return bool(self._run(cursor, statement, values).rowcount)

    def append(self, changes: Sequence[tuple[str, int, bytes]]) -> set[str]:
        """Keep changes of many rooms, each with its note's id and epoch; the notes whose room has another owner."""
        epochs = {note_id: epoch for note_id, epoch, _ in changes}
        with self._transaction() as cursor:
            current = self._epochs(cursor, list(epochs))
            lost = {note_id for note_id, epoch in epochs.items() if current.get(note_id) != epoch}
            for note_id, _, change in changes:
                if note_id not in lost:
                    self._run(cursor, _INSERT_CHANGE, (note_id, change))
        return lost

    def put_facts(self, note_id: str, epoch: int, facts: Facts, change: bytes = b"") -> None:
        """Replace what the room knows, together with the change that goes with it. Raises Fenced."""
        columns = ", ".join(f"{name} = ?" for name in _FACTS.split(", "))
        with self._transaction() as cursor:
            statement = f"UPDATE collab_rooms SET {columns} WHERE note_id = ? AND epoch = ?"
            self._refuse_none(self._run(cursor, statement, (*facts.values(), note_id, epoch)))
            if change:
                self._run(cursor, _INSERT_CHANGE, (note_id, change))

    def compact(self, note_id: str, epoch: int, state: bytes) -> None:
        """Put one state in the place of all updates kept so far, which it contains. Raises Fenced."""
        with self._transaction() as cursor:
            statement = "UPDATE collab_rooms SET state = ?, touched_at = ? WHERE note_id = ? AND epoch = ?"
            self._refuse_none(self._run(cursor, statement, (state, clock.now(), note_id, epoch)))
            self._run(cursor, "DELETE FROM collab_updates WHERE note_id = ?", (note_id,))

    def note_ids(self) -> list[str]:
        """The notes of which a room is kept."""
        with self._transaction() as cursor:
            return [note_id for (note_id,) in self._run(cursor, "SELECT note_id FROM collab_rooms").fetchall()]

    def left_behind(self) -> list[str]:
        """The notes whose rooms were never closed: there are updates that were not compacted."""
        with self._transaction() as cursor:
            statement = "SELECT DISTINCT note_id FROM collab_updates"
            return [note_id for (note_id,) in self._run(cursor, statement).fetchall()]

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
                self._run(cursor, "DELETE FROM collab_updates WHERE note_id = ?", (note_id,))
                self._run(cursor, "DELETE FROM collab_rooms WHERE note_id = ?", (note_id,))

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
            raise Fenced


class SqliteRooms(Rooms):
    """A file of its own beside the notes: appending never waits for who writes notes, nor they for it."""

    def __init__(self, settings: Settings) -> None:
        path = settings.rooms_path
        path.touch(mode=0o600, exist_ok=True)
        self._connection = sqlite.library.connect(path, timeout=limits.LOCK_WAIT_SECONDS, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = wal")
        self._connection.execute("PRAGMA synchronous = full")
        for statement in _SQLITE_TABLES:
            self._connection.execute(statement)
        self._connection.commit()
        # On a full disk rooms are still to be read.
        with contextlib.suppress(sqlite.library.Error, OSError):
            self._lengthen_log(path.with_name(f"{path.name}-wal"))

    def _lengthen_log(self, path: Path) -> None:
        """Give the write-ahead log its full length on the disk. What is written over is there in a tenth of the time
        that it takes in a file that grows, as this one would until SQLite began at its start again.
        """
        # With next to no cache the pages are written at once; taken back, they are no part of the log.
        self._connection.execute("PRAGMA cache_size = 1")
        try:
            statement = "INSERT INTO collab_updates (note_id, change) VALUES ('', zeroblob(?))"
            self._connection.execute(statement, (_LOG_BYTES,))
        finally:
            self._connection.rollback()
            self._connection.execute(f"PRAGMA cache_size = {_CACHE}")
        with open(path, "rb") as file:
            os.fsync(file.fileno())

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Any]:
        with self._connection:
            yield self._connection.cursor()

    def _run(self, cursor: Any, statement: str, values: Sequence[Any] = ()) -> Any:
        return cursor.execute(statement, values)

    def close(self) -> None:
        self._connection.close()


class PostgresRooms(Rooms):
    """Tables in the service's database, over a connection of their own that is made anew when it broke."""

    _for_share = " FOR SHARE"

    def __init__(self, settings: Settings) -> None:
        self._url = settings.database_url
        self._connection: Any = None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._url, connect_timeout=5)
        try:
            with self._connection.transaction(), self._connection.cursor() as cursor:
                yield cursor
        except psycopg.Error:
            self.close()
            raise

    def _run(self, cursor: Any, statement: str, values: Sequence[Any] = ()) -> Any:
        return cursor.execute(statement.replace("?", "%s"), values)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def open_store(settings: Settings) -> Rooms:
    """The rooms of the service's database."""
    return SqliteRooms(settings) if settings.is_sqlite else PostgresRooms(settings)
