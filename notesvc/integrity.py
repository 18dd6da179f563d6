"""Looks at everything that is stored and tells what is wrong, and what to do about it. Changes nothing by itself."""

import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import peewee
import psycopg

from notesvc import clock, database, file_store, manifest, migrate, sqlite_copy
from notesvc.config import Settings
from notesvc.domain import attachments_folder, derived_rows, instance, intact, ordering, stored_files
from notesvc.domain.search import index as search_index
from notesvc.domain.storage import whereabouts
from notesvc.errors import SettingError
from notesvc.manifest import DamagedError
from notesvc.models import InstanceFact

RESTORE = "restore the latest good backup with `notesvc restore`"
_AGAIN = "nothing is known to be damaged: see that the database and its disk are well, then check again"
_TRIES = 3
_REPAIR = "run `notesvc check --repair`"
_VERSION = "open the note, compare it with its versions and restore the one that is right"
_FIRST_CHECK_SECONDS = 60.0
_CHECKED_AT = "checked_at"
_AT_ONCE = 50
_NAMED_FILES = """
SELECT content_hash, min(named) FROM (
    SELECT content_hash, 'attachment ' || id || ' (' || name || ')' AS named FROM attachments
    UNION ALL SELECT content_hash, 'public link ' || share_id || ' (' || name || ')' FROM share_files) AS files
GROUP BY content_hash
"""
# Errors while rows are fetched come from the drivers as they are.
_UNREACHABLE = (
    peewee.OperationalError,
    peewee.InterfaceError,
    sqlite_copy.OperationalError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)
_TROUBLE = (peewee.DatabaseError, sqlite_copy.DatabaseError, psycopg.DatabaseError)


@dataclass(frozen=True)
class Finding:
    """Something that is wrong: what, where, and what a person does next; `repair` where a machine safely can."""

    what: str
    where: str
    next_step: str
    repair: Callable[[], object] | None = None


Look = Callable[[], Iterable[Finding]]


def check(settings: Settings) -> list[Finding]:
    """Everything that is wrong; an empty list is good news. Needs the database to be opened."""
    file_store.open_store(settings.attachments)
    findings: list[Finding] = []
    looks: list[Look] = [*CHECKS, functools.partial(_orphaned_files, settings)]
    for look in looks:
        try:
            findings += _findings_of(look)
        except _UNREACHABLE as error:
            findings.append(Finding("the database could not be asked", " ".join(str(error).split()), _AGAIN))
        except _TROUBLE as error:
            findings.append(Finding("the database cannot be read", " ".join(str(error).split()), RESTORE))
    # Trouble with reading is the same trouble for all that looked.
    return list(dict.fromkeys(findings))


def _findings_of(look: Look) -> list[Finding]:
    """What the look finds. A connection that ended says nothing about what is stored: it looks again."""
    for _ in range(_TRIES - 1):
        with contextlib.suppress(*_UNREACHABLE), database.connection():
            return list(look())
        database.disconnect()
    with database.connection():
        return list(look())


def repair(findings: Iterable[Finding]) -> int:
    """Repair what can be repaired safely; answers how many findings that were."""
    repaired = 0
    for finding in findings:
        if finding.repair is None:
            continue
        with database.connection(), database.transaction():
            finding.repair()
        repaired += 1
    return repaired


def seconds_until_due(every: float) -> float:
    """How long to wait until the next check, when they come so many seconds apart; never right after a start."""
    with database.connection():
        fact = InstanceFact.get_or_none(InstanceFact.name == _CHECKED_AT)
    if fact is None:
        return _FIRST_CHECK_SECONDS
    since = (clock.timestamp_ms() - clock.milliseconds_of(str(fact.value))) / 1000
    return max(_FIRST_CHECK_SECONDS, min(every - since, every))


def remember_check() -> None:
    """Take note that everything has been looked at now."""
    with database.connection(), database.transaction():
        instance.remember(_CHECKED_AT, clock.now())


def _schema() -> Iterator[Finding]:
    try:
        migrate.refuse_newer()
        migrate.refuse_pending()
    except SettingError as error:
        yield Finding("the database does not fit this version of notesvc", str(error), "do that, then check again")


def _structure() -> Iterator[Finding]:
    if not database.on_sqlite():
        return
    try:
        sqlite_copy.refuse_broken(database.db.connection())
    except DamagedError as error:
        yield Finding("the database file is damaged", str(error), RESTORE)


def _bodies() -> Iterator[Finding]:
    rows = _read_in_pages(
        "SELECT n.number, n.id, n.content_hash, {} FROM notes n JOIN note_bodies b ON b.note_id = n.id", "n.number"
    )
    for _, note_id, expected, content, rich_hash, rich in rows:
        if not intact.are_intact((content, expected), (rich, rich_hash)):
            yield Finding("the text of a note is not what was saved", f"note {note_id}", _VERSION)


def _versions() -> Iterator[Finding]:
    rows = _read_in_pages("SELECT b.number, b.id, b.note_id, b.content_hash, {} FROM note_versions b", "b.number")
    for _, version_id, note_id, expected, content, rich_hash, rich in rows:
        if not intact.are_intact((content, expected), (rich, rich_hash)):
            where = f"version {version_id} of note {note_id}"
            yield Finding("the text of a version is not what was saved", where, "do not restore it")


def _missing_bodies() -> Iterator[Finding]:
    without = "SELECT n.id FROM notes n LEFT JOIN note_bodies b ON b.note_id = n.id WHERE b.note_id IS NULL"
    for (note_id,) in _rows(f"{without} ORDER BY n.number"):
        yield Finding("a note has no text", f"note {note_id}", RESTORE)


def _links() -> Iterator[Finding]:
    rows = _rows(
        "SELECT DISTINCT l.source_note_id FROM note_links l LEFT JOIN notes n ON n.id = l.source_note_id "
        "WHERE n.id IS NULL"
    )
    for (note_id,) in rows:
        yield Finding("links come from a note that does not exist", f"note {note_id}", _REPAIR, _forget_links(note_id))


def _notes_without_index() -> Iterator[Finding]:
    number = "rowid" if database.on_sqlite() else "number"
    rows = _rows(
        f"SELECT n.id FROM notes n JOIN note_bodies b ON b.note_id = n.id "
        f"WHERE n.number NOT IN (SELECT {number} FROM note_search) ORDER BY n.number"
    )
    for (note_id,) in rows:
        yield Finding("search does not know a note", f"note {note_id}", _REPAIR, _make_anew(note_id))


def _differing_derivations() -> Iterator[Finding]:
    for note_id, parts in derived_rows.differing():
        where = f"note {note_id}: {', '.join(parts)}"
        yield Finding("what is kept about a note is not what it says", where, _REPAIR, _make_anew(note_id))


def _index_rows_without_note() -> Iterator[Finding]:
    number = "rowid" if database.on_sqlite() else "number"
    rows = _rows(f"SELECT {number} FROM note_search WHERE {number} NOT IN (SELECT number FROM notes)")
    for (gone,) in rows:
        forget = functools.partial(search_index.remove, int(gone))
        yield Finding("search knows a note that does not exist", f"index row {gone}", _REPAIR, forget)


def _journal() -> Iterator[Finding]:
    rows = _rows(
        "SELECT owner_id, journal_date, count(*) FROM notes WHERE journal_date IS NOT NULL AND deleted_at IS NULL "
        "GROUP BY owner_id, journal_date HAVING count(*) > 1"
    )
    for owner_id, day, count in rows:
        where = f"{count} entries for {day} of user {owner_id}"
        yield Finding(
            "a day has several journal entries", where, "move the texts into one of them and delete the others"
        )


def _folders() -> Iterator[Finding]:
    rows = _rows("SELECT id, parent_id, deleted_at FROM folders")
    parents = {folder_id: parent_id for folder_id, parent_id, _ in rows}
    deleted = {folder_id for folder_id, _, deleted_at in rows if deleted_at is not None}
    for folder_id, parent_id in parents.items():
        if ordering.is_in_a_circle(folder_id, parents):
            yield Finding("a folder is its own ancestor", f"folder {folder_id}", "move it to the top of the workspace")
        elif folder_id not in deleted and parent_id in deleted:
            yield Finding("a folder lies in a deleted one", f"folder {folder_id}", _restore_parent(parent_id))


def _strays() -> Iterator[Finding]:
    rows = _rows(
        "SELECT n.id, f.id FROM notes n JOIN folders f ON f.id = n.parent_id "
        "WHERE n.deleted_at IS NULL AND f.deleted_at IS NOT NULL ORDER BY n.number"
    )
    for note_id, folder_id in rows:
        yield Finding("a note lies in a deleted folder", f"note {note_id}", _restore_parent(folder_id))


def _stored_files() -> Iterator[Finding]:
    elsewhere = whereabouts.are_elsewhere()
    for content_hash, named in _rows(_NAMED_FILES):
        where = f"{named}, file {content_hash}"
        if not (path := file_store.found(content_hash)).is_file():
            if content_hash in elsewhere:
                continue
            yield Finding("a stored file is missing", where, "upload it again, or take it from a backup")
        elif manifest.file_hash(path) != content_hash:
            yield Finding("a stored file is damaged", where, "take it from a backup")


def _shared_folders() -> Iterator[Finding]:
    if (count := attachments_folder.number_in_use()) > 1:
        yield Finding(
            "machines of this database do not share their attachments",
            f"{count} folders `attachments` are in use",
            "bring all files into one folder and mount it on every machine",
        )


def _orphaned_files(settings: Settings) -> Iterator[Finding]:
    outlook = stored_files.look(settings)
    if outlook.is_unlikely:
        where = f"{len(outlook.due)} of {outlook.stored} files in {settings.attachments}"
        yield Finding(
            "more stored files than is likely belong to no attachment",
            where,
            f"see that this is the right database; if it is, {_REPAIR}, which puts them into the trash",
            functools.partial(stored_files.sweep, settings, is_confirmed=True),
        )


CHECKS: tuple[Look, ...] = (
    _schema,
    _structure,
    _bodies,
    _versions,
    _missing_bodies,
    _links,
    _notes_without_index,
    _differing_derivations,
    _index_rows_without_note,
    _journal,
    _folders,
    _strays,
    _stored_files,
    _shared_folders,
)


def _rows(statement: str) -> list[Any]:
    return list(database.execute(statement).fetchall())


def _read_in_pages(statement: str, number: str) -> Iterator[Any]:
    """Rows whose texts (content, the document's hash, the document; as bytes: damage may be no UTF-8) would not all fit
    into memory."""
    shape = "CAST({} AS BLOB)" if database.on_sqlite() else "convert_to({}, 'UTF8')"
    texts = f"{shape.format('b.content')}, b.rich_hash, {shape.format('b.rich_content')}"
    last = 0
    while rows := _rows(f"{statement.format(texts)} WHERE {number} > {last} ORDER BY {number} LIMIT {_AT_ONCE}"):
        yield from rows
        last = int(rows[-1][0])


def _restore_parent(folder_id: str) -> str:
    return f"restore folder {folder_id} from the trash, move out what is in it, and delete it again"


def _make_anew(note_id: str) -> Callable[[], None]:
    return lambda: derived_rows.make_anew(note_id)


def _forget_links(note_id: str) -> Callable[[], Any]:
    return lambda: database.execute("DELETE FROM note_links WHERE source_note_id = ?", (note_id,))
