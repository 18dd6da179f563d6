"""Puts a backup in the place of what is there, which is kept beside it."""

import contextlib
import os
import shutil
from pathlib import Path
from typing import Any

import orjson
import peewee
from playhouse.migrations import Runner
from psycopg import sql

from notesvc import backup, belonging, clock, database, durable, locks, manifest, migrate, postgres_copy, sqlite_copy
from notesvc.config import Settings
from notesvc.domain import instance
from notesvc.domain.search import index as search_index
from notesvc.manifest import Manifest, Report
from notesvc.text import reading
from notesvc.text.markdown import front_matter
from notesvc.text.search import index_entry

_NOTES_AT_ONCE = 200
# Browsers that were in a room keep what is not in the note yet, and do not bring back what was restored away.
_NEW_GENERATION = "UPDATE collab_rooms SET generation = ?"
_REMEMBER = """
INSERT INTO instance_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
_TRIGGERED = """
SELECT DISTINCT tgfoid::regprocedure::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname = ANY(%s)
"""


class RestoreError(Exception):
    """Nothing was restored and nothing has changed; the message says why."""


def restore(settings: Settings, source: Path, report: Report = str) -> Manifest:
    """Replace all data by the backup's; answers its manifest. The service must not be running.

    What was there is kept: a SQLite file beside the new one, Postgres tables in a schema of their own.
    Raises InvalidBackupError for a backup that is not whole, RestoreError for one that does not fit.
    """
    database.open_database(settings)
    found = manifest.read(source)
    refuse_misfit(settings, found)
    manifest.verify(source, found, report)
    stamp = clock.now().replace(":", "").replace(".", "")
    own_id = _id_to_keep(settings)
    try:
        with locks.held(settings.instance / "serve.lock"):
            _put_attachments(settings, source, found)
            if settings.is_sqlite:
                _into_sqlite(settings, source, own_id, stamp, report)
            else:
                _into_postgres(settings, source, found, stamp, report)
            _put_secret(settings, source, stamp)
            migrate.migrate(settings, is_adopted=True)
            belonging.rejoin(settings, own_id)
    except locks.LockHeldError:
        raise _running_error(settings) from None
    return found


def refuse_running(settings: Settings) -> None:
    """Raise RestoreError where the service runs: better before a backup is fetched than after."""
    if not settings.instance.is_dir():
        return
    try:
        with locks.held(settings.instance / "serve.lock"):
            return
    except locks.LockHeldError:
        raise _running_error(settings) from None


def has_accounts(settings: Settings) -> bool:
    """Whether there is something to be replaced; a database that cannot be read counts as something."""
    if settings.is_sqlite and not settings.database_path.exists():
        return False
    try:
        with database.connection():
            return database.has_table("users") and database.execute("SELECT 1 FROM users").fetchone() is not None
    except peewee.DatabaseError:
        return True


def _running_error(settings: Settings) -> RestoreError:
    return RestoreError(f"notesvc is running on {settings.instance}: stop it first")


def _id_to_keep(settings: Settings) -> str | None:
    try:
        return belonging.id_to_keep(settings)
    except (peewee.DatabaseError, sqlite_copy.DatabaseError):
        # A damaged database tells nothing; the folder had no id.
        return None


def refuse_misfit(settings: Settings, found: Manifest) -> None:
    """Raise RestoreError for a backup of another kind of database, or of a newer version."""
    kind = "sqlite" if settings.is_sqlite else "postgres"
    if found.database != kind:
        raise RestoreError(
            f"the backup is of a {found.database} database and NOTESVC_DATABASE_URL names a {kind} one: "
            "restore it there, then move the workspaces by export and import"
        )
    if unknown := sorted(set(found.migrations) - migrate.known_names()):
        raise RestoreError(f"the backup is newer than this version of notesvc (it has {unknown[-1]})")


def _put_attachments(settings: Settings, source: Path, found: Manifest) -> None:
    for content_hash in found.attachments:
        name = Path(content_hash[:2]) / content_hash
        target = settings.attachments / name
        if target.exists() and manifest.file_hash(target) == content_hash:
            continue
        durable.make_folder(target.parent)
        fresh = target.with_name(f".new-{content_hash}")
        fresh.unlink(missing_ok=True)
        manifest.link_or_copy(source / "attachments" / name, fresh)
        durable.put_in_place(fresh, target)


def _into_sqlite(settings: Settings, source: Path, own_id: str | None, stamp: str, report: Report) -> None:
    path = settings.database_path
    fresh = path.with_name(path.name + ".restoring")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    report("copying the database")
    fresh.unlink(missing_ok=True)
    with open(source / backup.DATABASE_FILE, "rb") as whole, open(fresh, "wb", opener=durable.private) as file:
        shutil.copyfileobj(whole, file)
    with sqlite_copy.open_connection(fresh, "rw") as connection:
        connection.execute(_REMEMBER, (instance.RESTORED_AT, clock.now()))
        # The instance stays the one that it was, whatever backup its rows come from.
        if own_id is not None:
            connection.execute(_REMEMBER, (belonging.FACT, own_id))
    durable.sync(fresh)
    database.disconnect()
    _set_rooms_aside(settings, stamp)
    if path.exists():
        _set_file_aside(path, path.with_name(f"before-restore-{stamp}.sqlite"))
    durable.put_in_place(fresh, path)
    _put_rooms(settings, source)


def _set_rooms_aside(settings: Settings, stamp: str) -> None:
    """Never are newer rooms beside older notes: better none."""
    path = settings.rooms_path
    if path.exists():
        _set_file_aside(path, path.with_name(f"before-restore-{stamp}.sqlite-rooms"))
        path.unlink()
        durable.sync(path.parent)


def _put_rooms(settings: Settings, source: Path) -> None:
    kept, path = source / backup.ROOMS_FILE, settings.rooms_path
    if not kept.is_file():
        return
    fresh = path.with_name(path.name + ".restoring")
    with open(kept, "rb") as whole, open(fresh, "wb", opener=durable.private) as file:
        shutil.copyfileobj(whole, file)
    with sqlite_copy.open_connection(fresh, "rw") as connection:
        connection.execute(_NEW_GENERATION, (clock.new_id(),))
    durable.sync(fresh)
    durable.put_in_place(fresh, path)


def _set_file_aside(path: Path, aside: Path) -> None:
    """Give the old database a second name. At every moment `path` is a whole database, the old or the new one.

    A write-ahead log must not stay: SQLite would play the old one into the new file.
    """
    try:
        with sqlite_copy.open_connection(path, "rw") as connection:
            connection.execute("PRAGMA busy_timeout = 1000")
            # Leaving WAL takes the log into the file and removes it, and fails while anybody else has the file open.
            connection.execute("PRAGMA journal_mode = delete")
    except sqlite_copy.OperationalError as error:
        if "locked" in str(error):
            raise RestoreError(f"another process has {path} open: end it first") from error
        _set_log_aside(path, aside)
    except sqlite_copy.DatabaseError:
        _set_log_aside(path, aside)
    os.link(path, aside)


def _set_log_aside(path: Path, aside: Path) -> None:
    """A damaged database keeps its log, under the name that goes with its new one."""
    for ending in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{ending}", f"{aside}{ending}")


def _into_postgres(settings: Settings, source: Path, found: Manifest, stamp: str, report: Report) -> None:
    with database.connection(), database.transaction():
        connection = database.db.connection()
        database.execute("SET LOCAL statement_timeout = 0")
        _set_tables_aside(connection, found, f"before_restore_{stamp.lower().replace('-', '')}")
        make_tables(found, source, report)
        database.execute(_NEW_GENERATION, (clock.new_id(),))
        _index_all(report)
        instance.remember(instance.RESTORED_AT, clock.now())


def make_tables(found: Manifest, source: Path, report: Report, schema: str | None = None) -> None:
    """Make the backup's tables, of today's shape, in a schema of Postgres that has none (the one that is searched);
    in the current transaction. The search index is not made."""
    connection = database.db.connection()
    runner = Runner(database.db.obj, str(migrate.directory()), schema=schema)
    runner.up(target=found.migrations[-1])
    for table in found.columns:
        connection.execute(sql.SQL("TRUNCATE {} CASCADE").format(sql.Identifier(table)))
    for table, columns in found.columns.items():
        report(f"restoring {table}")
        postgres_copy.load(connection, table, columns, source / backup.TABLES_FOLDER)
    runner.up()


def _set_tables_aside(connection: Any, found: Manifest, schema: str) -> None:
    present = set(database.db.get_tables()) & {
        *found.rows,
        *postgres_copy.in_order(connection),
        *postgres_copy.DERIVED,
    }
    if not present:
        return
    connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
    for (function,) in connection.execute(_TRIGGERED, (sorted(present),)).fetchall():
        # The name comes quoted, with its argument types.
        connection.execute(sql.SQL("ALTER FUNCTION {} SET SCHEMA {}").format(sql.SQL(function), sql.Identifier(schema)))
    for table in sorted(present):
        connection.execute(
            sql.SQL("ALTER TABLE {} SET SCHEMA {}").format(sql.Identifier(table), sql.Identifier(schema))
        )


def _index_all(report: Report) -> None:
    last = 0
    while rows := _notes_after(last):
        for number, name, properties, content in rows:
            names = front_matter.aliases(properties if isinstance(properties, dict) else orjson.loads(properties))
            said = reading.read(str(content), 0)
            search_index.add(int(number), index_entry.entry(str(name), names, said))
        last = int(rows[-1][0])
        report(f"indexing notes: {last}")


def _notes_after(last: int) -> list[tuple[int, str, str, str]]:
    statement = (
        "SELECT n.number, n.name, n.properties, b.content FROM notes n JOIN note_bodies b ON b.note_id = n.id "
        "WHERE n.number > ? ORDER BY n.number LIMIT ?"
    )
    return list(database.execute(statement, (last, _NOTES_AT_ONCE)).fetchall())


def _put_secret(settings: Settings, source: Path, stamp: str) -> None:
    """The key that sealed what is in the backup; one that the environment sets stays in force."""
    kept = source / backup.SECRET_FILE
    path = settings.instance / backup.SECRET_FILE
    if not kept.is_file() or not backup.keeps_secret(settings) or kept.read_text() == path.read_text():
        return
    os.link(path, path.with_name(f"{path.name}.before-restore-{stamp}"))
    durable.write(path, kept.read_bytes())
