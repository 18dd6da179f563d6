"""What the client knows: what here and there agreed on last, and what has come from there and is not here yet."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

_TABLES = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS things (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, parent TEXT, etag TEXT NOT NULL, place TEXT,
    file TEXT, inode INTEGER NOT NULL, stamp TEXT NOT NULL, sha256 TEXT NOT NULL, own TEXT NOT NULL,
    missed INTEGER NOT NULL, is_begun INTEGER NOT NULL, is_coming INTEGER NOT NULL,
    is_entry INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pages (id TEXT PRIMARY KEY, page TEXT NOT NULL, links TEXT);
CREATE TABLE IF NOT EXISTS addresses (path TEXT PRIMARY KEY, id TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS coming (id TEXT PRIMARY KEY, answer TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS merges (id TEXT PRIMARY KEY, ours TEXT NOT NULL, merged TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS creations (
    key TEXT PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, page TEXT NOT NULL, body TEXT NOT NULL,
    of TEXT, sha256 TEXT NOT NULL, inode INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS problems (path TEXT PRIMARY KEY, cause TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS trash (name TEXT PRIMARY KEY, path TEXT NOT NULL, cause TEXT NOT NULL, at TEXT NOT NULL,
    unchecked TEXT NOT NULL);
"""


UNWANTED = "unwanted"
"""The ETag, of which attachments have none, of one whose file is not to come back here."""


@dataclass(slots=True)
class Thing:
    """A note, folder or attachment, as here and there agreed on it last.

    There: `name`, `parent`, `etag`. Here: `place` (the id of the folder that it lies in, "" for the top) and `file`
    (its name there), None where it is not on this disk; `inode`, `stamp` and `sha256` of the file; `missed`: in how many
    rounds it was not found; `is_begun`: its file is being replaced. `own`: which names of a page are the note's fields. `is_entry`:
    it is a day's entry of the journal. Of an attachment `file` is its whole path, also where it is yet to come or was
    deleted here, and `own` the hash that it has there.
    """

    id: str
    kind: str
    name: str = ""
    parent: str | None = None
    etag: str = ""
    place: str | None = None
    file: str | None = None
    inode: int = 0
    stamp: str = ""
    sha256: str = ""
    own: str = ""
    missed: int = 0
    is_begun: int = 0
    is_coming: int = 0
    is_entry: int = 0

    @property
    def is_here(self) -> bool:
        return self.place is not None

    def leave(self) -> None:
        """It is not on this disk any more."""
        self.place = self.file = None
        self.inode, self.stamp, self.sha256, self.missed, self.is_begun = 0, "", "", 0, 0


@dataclass(slots=True)
class Creation:
    """Something that is being made there: what is sent again, word for word, until it is answered.

    `path` is its file; `page` the file's text; `of` the note that it is the conflict copy of.
    """

    key: str
    kind: str
    path: str
    page: str
    body: str
    of: str | None = None
    sha256: str = ""
    inode: int = 0


_THING = [each.name for each in fields(Thing)]
_PUT = f"INSERT OR REPLACE INTO things ({', '.join(_THING)}) VALUES ({', '.join('?' * len(_THING))})"
_PUT_PAGE = """
INSERT INTO pages (id, page) VALUES (?, ?) ON CONFLICT (id) DO UPDATE
SET page = excluded.page, links = CASE WHEN links = '' THEN NULL ELSE '!' || substr(links, 2) END
"""
_PUT_CREATION = "INSERT OR REPLACE INTO creations (key, kind, path, page, body, of, sha256, inode) VALUES (?,?,?,?,?,?,?,?)"


class State:
    """The state's file. What is written inside `commit` is on the disk when that ends, all of it or nothing."""

    def __init__(self, path: str) -> None:
        self._database = sqlite3.connect(path, isolation_level=None, timeout=30)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.executescript(_TABLES)
        if "links" not in {row[1] for row in self._database.execute("PRAGMA table_info(pages)")}:
            self._database.execute("ALTER TABLE pages ADD COLUMN links TEXT")
        self._is_open = False

    def close(self) -> None:
        """Let go of the file; what was not committed is gone."""
        self._database.close()

    @contextlib.contextmanager
    def commit(self) -> Iterator[None]:
        """One step, finished as a whole; a step within a step is part of it."""
        if self._is_open:
            yield
            return
        self._database.execute("BEGIN IMMEDIATE")
        self._is_open = True
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        finally:
            self._is_open = False

    # Facts

    def fact(self, name: str) -> str:
        """A fact about all of it (cursor, epoch, marker); empty where none is known."""
        row = self._one("SELECT value FROM facts WHERE name = ?", name)
        return row[0] if row else ""

    def set_fact(self, name: str, value: str) -> None:
        self._run("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", name, value)

    # Things

    def things(self, kind: str) -> dict[str, Thing]:
        """All of a kind, by id."""
        rows = self._database.execute(f"SELECT {', '.join(_THING)} FROM things WHERE kind = ?", (kind,))
        return {row[0]: Thing(*row) for row in rows}

    def thing(self, thing_id: str) -> Thing | None:
        row = self._one(f"SELECT {', '.join(_THING)} FROM things WHERE id = ?", thing_id)
        return Thing(*row) if row else None

    def put(self, thing: Thing) -> None:
        self._run(_PUT, *(getattr(thing, name) for name in _THING))

    def forget(self, thing_id: str) -> None:
        """Nothing is known of it any more."""
        for table in ("things", "pages", "coming", "merges"):
            self._run(f"DELETE FROM {table} WHERE id = ?", thing_id)

    def page(self, thing_id: str) -> str | None:
        """The page that both sides had last."""
        row = self._one("SELECT page FROM pages WHERE id = ?", thing_id)
        return row[0] if row else None

    def set_page(self, thing_id: str, page: str) -> None:
        self._run(_PUT_PAGE, thing_id, page)

    # Files that notes name

    def links(self) -> dict[str, str]:
        """By the ids of notes, what `set_links` said of their files; `!` and the folder where it is to be found out anew."""
        return dict(self._database.execute("SELECT id, links FROM pages WHERE links IS NOT NULL"))

    def set_links(self, thing_id: str, links: str) -> None:
        """Note from which folder the note's file names other files: `=` and the folder, `?` and the folder where one of
        those that it names is not known, nothing where it names none."""
        self._run("UPDATE pages SET links = ? WHERE id = ?", links, thing_id)

    def doubt_links(self, ids: Iterable[str] | None = None) -> None:
        """Have the notes looked at again that name one of these attachments, or something unknown; None: all."""
        named = "" if ids is None else "".join(f" OR instr(page, '/files/{each}') > 0" for each in ids)
        some = "" if ids is None else f" AND (links LIKE '?%'{named})"
        self._run(f"UPDATE pages SET links = '!' || substr(links, 2) WHERE links <> ''{some}")

    def addresses(self) -> dict[str, str]:
        """By path, the attachment that lay there last, or is to lie there."""
        return dict(self._database.execute("SELECT path, id FROM addresses"))

    def set_address(self, path: str, attachment_id: str | None) -> None:
        """Note whose the path is; None: nobody's."""
        if attachment_id is None:
            self._run("DELETE FROM addresses WHERE path = ?", path)
        else:
            self._run("INSERT OR REPLACE INTO addresses (path, id) VALUES (?, ?)", path, attachment_id)

    # What has come

    def coming(self, thing_id: str) -> dict[str, Any] | None:
        """What the service has and this disk has not; `{}` for what is deleted there."""
        row = self._one("SELECT answer FROM coming WHERE id = ?", thing_id)
        return json.loads(row[0]) if row else None

    def set_coming(self, thing: Thing, answer: dict[str, Any] | None) -> None:
        """Note what is there now; None: nothing that is not here. The thing is stored, too."""
        thing.is_coming = 0 if answer is None else 2 if not answer else 1
        if answer is None:
            self._run("DELETE FROM coming WHERE id = ?", thing.id)
        else:
            self._run("INSERT OR REPLACE INTO coming (id, answer) VALUES (?, ?)", thing.id, json.dumps(answer))
        self.put(thing)

    # Merges and creations under way

    def merge(self, thing_id: str) -> tuple[str, str] | None:
        """Of a merge that was sent: our page, and the merged one."""
        row = self._one("SELECT ours, merged FROM merges WHERE id = ?", thing_id)
        return (row[0], row[1]) if row else None

    def set_merge(self, thing_id: str, ours: str, merged: str) -> None:
        self._run("INSERT OR REPLACE INTO merges (id, ours, merged) VALUES (?, ?, ?)", thing_id, ours, merged)

    def drop_merge(self, thing_id: str) -> None:
        self._run("DELETE FROM merges WHERE id = ?", thing_id)

    def creations(self) -> list[Creation]:
        """All that are under way, in the order in which they were begun."""
        found = self._database.execute("SELECT * FROM creations ORDER BY rowid").fetchall()
        return [Creation(*row) for row in found]

    def begin_creation(self, creation: Creation) -> None:
        self._run(_PUT_CREATION, *asdict(creation).values())

    def end_creation(self, key: str) -> None:
        self._run("DELETE FROM creations WHERE key = ?", key)

    # For people

    def problems(self) -> dict[str, tuple[str, str]]:
        """By path, why a file is left alone, and the hash that it had then."""
        return {row[0]: (row[1], row[2]) for row in self._database.execute("SELECT path, cause, sha256 FROM problems")}

    def set_problem(self, path: str, cause: str, sha256: str = "") -> None:
        self._run("INSERT OR REPLACE INTO problems (path, cause, sha256) VALUES (?, ?, ?)", path, cause, sha256)

    def drop_problems(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._run("DELETE FROM problems WHERE path = ?", path)

    def trash(self) -> list[tuple[str, str, str, str]]:
        """What lies in the local trash, newest first: its name there, its path before, why, and since when."""
        return self._database.execute("SELECT name, path, cause, at FROM trash ORDER BY at DESC, name").fetchall()

    def add_trash(self, row: tuple[str, str, str, str], sha256: str) -> None:
        """Note what is about to go there, and the hash that it should have; it is unchecked until it was read."""
        self._run("INSERT OR REPLACE INTO trash (name, path, cause, at, unchecked) VALUES (?, ?, ?, ?, ?)", *row, sha256)

    def unchecked_trash(self) -> list[tuple[str, str, str]]:
        """What nobody has read since it went there: its name, its path before, the hash that it should have."""
        return self._database.execute("SELECT name, path, unchecked FROM trash WHERE unchecked <> ''").fetchall()

    def check_trash(self, name: str) -> None:
        self._run("UPDATE trash SET unchecked = '' WHERE name = ?", name)

    def drop_trash(self, *names: str) -> None:
        for name in names:
            self._run("DELETE FROM trash WHERE name = ?", name)

    def _run(self, statement: str, *values: Any) -> None:
        self._database.execute(statement, values)

    def _one(self, statement: str, *values: Any) -> Any:
        return self._database.execute(statement, values).fetchone()
