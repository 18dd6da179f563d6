"""The state of the instance in numbers."""

import contextlib
import platform
from collections.abc import Mapping
from typing import Any

from notesvc import __version__, clock, database, sqlite
from notesvc.config import Settings
from notesvc.domain import backup_state
from notesvc.domain.mail import outbox
from notesvc.trouble import Cause

_COUNTS = {
    "notesvc_users": ("Accounts.", "SELECT count(*) FROM users"),
    "notesvc_notes": ("Live notes.", "SELECT count(*) FROM notes WHERE deleted_at IS NULL"),
    "notesvc_notes_in_trash": ("Notes in the trash.", "SELECT count(*) FROM notes WHERE deleted_at IS NOT NULL"),
    "notesvc_versions": ("Stored versions.", "SELECT count(*) FROM note_versions"),
    "notesvc_attachments": ("Attachments.", "SELECT count(*) FROM attachments"),
    "notesvc_attachment_bytes": ("Bytes of attachments.", "SELECT coalesce(sum(size), 0) FROM attachments"),
    "notesvc_file_sweep_stopped": (
        "Stored files that the sweep keeps, as more than is likely belong to no attachment.",
        "SELECT coalesce(sum(CAST(value AS BIGINT)), 0) FROM instance_facts WHERE name = 'file_sweep_stopped'",
    ),
    "notesvc_imports_waiting": (
        "Imports queued or running.",
        "SELECT count(*) FROM import_jobs WHERE state IN ('queued', 'running')",
    ),
}


_USERS = """
SELECT count(*), coalesce(sum(CASE WHEN disabled_at IS NULL THEN 0 ELSE 1 END), 0),
    coalesce(sum(CASE WHEN is_admin THEN 1 ELSE 0 END), 0) FROM users
"""


def instance(settings: Settings) -> dict[str, Any]:
    """What administrators look at; `mails_kept_in` is the folder of mails where no server sends them."""
    users, disabled, administrators = database.execute(_USERS).fetchone()
    return {
        "users": int(users),
        "users_disabled": int(disabled),
        "administrators": int(administrators),
        "notes": _count("notesvc_notes"),
        "notes_in_trash": _count("notesvc_notes_in_trash"),
        "note_versions": _count("notesvc_versions"),
        "attachments": _count("notesvc_attachments"),
        "attachment_bytes": _count("notesvc_attachment_bytes"),
        "database_bytes": _database_bytes(settings),
        "imports_waiting": _count("notesvc_imports_waiting"),
        "mails_waiting": outbox.waiting(),
        "mails_failed": outbox.failures(),
        "mails_kept_in": str(settings.mails) if settings.smtp_url is None else None,
        "versions": _versions(),
    }


def prometheus(troubles: Mapping[str, Cause | None]) -> str:
    """The figures in Prometheus' text format; `troubles` say of which part of the instance, and why."""
    lines = ["# HELP notesvc_trouble What does not work: 1, and why.", "# TYPE notesvc_trouble gauge"]
    for part, cause in troubles.items():
        lines.append(f'notesvc_trouble{{part="{part}",cause="{cause.name if cause else ""}"}} {int(cause is not None)}')
    for name, (meaning, query) in _COUNTS.items():
        value = database.execute(query).fetchone()[0]
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} gauge", f"{name} {int(value)}"]
    return "\n".join([*lines, *_backup_ages()]) + "\n"


def _backup_ages() -> list[str]:
    """How old the newest backup elsewhere is, and the newest that was restored on trial, where there are such."""
    events = {"made": backup_state.last_made(), "restored": backup_state.last_restored()}
    ages = {name: clock.timestamp_ms() - clock.milliseconds_of(each.made_at) for name, each in events.items() if each}
    if not ages:
        return []
    name = "notesvc_backup_age_seconds"
    lines = [
        f"# HELP {name} Age of the newest backup elsewhere that was made, and restored on trial.",
        f"# TYPE {name} gauge",
    ]
    return [*lines, *(f'{name}{{backup="{which}"}} {age // 1000}' for which, age in ages.items())]


def _count(name: str) -> int:
    return int(database.execute(_COUNTS[name][1]).fetchone()[0])


def _database_bytes(settings: Settings) -> int:
    if not database.on_sqlite():
        return int(database.execute("SELECT pg_database_size(current_database())").fetchone()[0])
    size = 0
    for ending in ("", "-wal"):
        with contextlib.suppress(FileNotFoundError):
            size += settings.database_path.with_name(settings.database_path.name + ending).stat().st_size
    return size


def _versions() -> dict[str, str]:
    """Of the service, of what it runs on, and of the last migration."""
    if database.on_sqlite():
        store = f"SQLite {sqlite.library.sqlite_version}"
    else:
        store = f"PostgreSQL {database.execute('SHOW server_version').fetchone()[0]}"
    last = database.execute("SELECT max(name) FROM schema_migration").fetchone()[0]
    return {"notesvc": __version__, "python": platform.python_version(), "database": store, "migration": str(last)}
