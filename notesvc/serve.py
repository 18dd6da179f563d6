"""`notesvc serve`: checks, migrates, prints the address, and keeps the processes of the service running."""

import contextlib
import errno
import functools
import logging
import os
import resource
import socket
from collections.abc import Callable, Iterator
from dataclasses import fields

import peewee
from flask import Flask

from notesvc import (
    ballast,
    belonging,
    config,
    database,
    gunicorn_config,
    hand_over,
    jobs,
    locks,
    migrate,
    preflight,
    setting_names,
    sqlite_copy,
    trouble,
)
from notesvc.backups import schedule
from notesvc.collab import worker
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.errors import StartError
from notesvc.factory import create_app
from notesvc.manifest import DamagedError
from notesvc.streams import process as streams
from notesvc.supervisor import Child, Heart, KeepsFailingError, Supervisor
from notesvc.web import request_log

MOST_FILES = 65_536
"""How many files a process opens at most, where the system sets no lower limit."""

log = logging.getLogger("notesvc")
_BACKLOG = 2_048
_UNSENT_BYTES = 128 * 1024
# Enough for some hundred MB; the daily scrub looks at everything.
_GLANCE_SECONDS = 0.25


def serve(make_app: Callable[[Settings], Flask] = create_app) -> None:
    """Run the service until it is asked to stop. Raises SettingError and StartError before it has begun."""
    settings = config.load()
    request_log.set_up()
    _name_unknown_settings()
    preflight.refuse_unsafe(settings, os.environ)
    _allow_many_files()
    with _alone(settings), listening(settings, "PORT") as listener, listening(settings, "COLLAB_PORT") as rooms:
        settings = _with_real_ports(settings, listener, rooms)
        with ballast.spending():
            code = _prepare(settings)
        _print_address(settings, code)
        try:
            with hand_over.channel():
                Supervisor(_children(settings, listener, rooms, make_app)).run()
        except KeepsFailingError as error:
            cause = trouble.of_disk()
            why = f". {cause.words}" if cause else "; the lines above say why"
            raise StartError(f"{error}{why}") from error


def _name_unknown_settings() -> None:
    """A mistyped setting has no effect: it is named, and so is the one that was meant. It may be somebody else's."""
    known = [each.name.upper() for each in fields(Settings)]
    for name, nearest in setting_names.unknown(os.environ, known):
        log.warning("settings", extra={"fields": {"event": "unknown_setting", "name": name, "nearest": nearest}})


def _children(
    settings: Settings, listener: socket.socket, rooms: socket.socket, make_app: Callable[[Settings], Flask]
) -> tuple[Child, ...]:
    def without(closed: tuple[socket.socket, ...], run: Callable[[], None]) -> None:
        for each in closed:
            each.close()
        run()

    def child(name: str, closed: tuple[socket.socket, ...], run: Callable[..., None], *arguments: object) -> Child:
        return Child(name, functools.partial(without, closed, functools.partial(run, *arguments)))

    heart = Heart()
    rooms_worker = child("collab", (listener,), worker.run, settings, rooms, heart.beat)
    rooms_worker.heart = heart
    elsewhere = [child("backups", (listener, rooms), schedule.run, settings)] if settings.backup_to else []
    return (
        child("web", (rooms,), gunicorn_config.run, settings, listener.fileno(), make_app),
        child("streams", (listener, rooms), streams.run, settings),
        rooms_worker,
        child("jobs", (listener, rooms), jobs.run, settings),
        child("scrub", (listener, rooms), jobs.scrub_daily, settings),
        *elsewhere,
    )


def _allow_many_files() -> None:
    """Each stream and each browser in a room is an open file, and many systems begin with 1,024 a process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # Some systems allow fewer than they say.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextlib.contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """On SQLite one service an instance; on Postgres several may share it, and only a restore must wait."""
    try:
        with locks.held(settings.instance / "serve.lock", shared=not settings.is_sqlite):
            yield
    except locks.LockHeldError:
        raise StartError(f"notesvc is running already on {settings.instance}") from None


@contextlib.contextmanager
def listening(settings: Settings, name: str) -> Iterator[socket.socket]:
    """A socket of the service. The supervisor holds it: connections wait in it while processes come and go."""
    port = settings.port if name == "PORT" else settings.collab_port
    try:
        listener = _listen(settings.host, port)
    except OSError as error:
        raise StartError(_why_not_listening(settings.host, name, port, error)) from error
    with listener:
        # Accepted connections inherit it. Without, a second small message waits for an answer to the first: 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            # Else the kernel takes megabytes before it tells how fast a client reads.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT_BYTES)
        yield listener


def _listen(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = found[0]
    # It may be held a little longer than the lock of the service that was killed.
    return locks.until_free(
        lambda: socket.create_server(address[:2], family=family, backlog=_BACKLOG), errno.EADDRINUSE
    )


def _why_not_listening(host: str, name: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use already: set NOTESVC_{name} to another one"
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
    return f"cannot listen on NOTESVC_HOST {host!r}, NOTESVC_{name} {port}: {reason}"


def _with_real_ports(settings: Settings, listener: socket.socket, rooms: socket.socket) -> Settings:
    """Settings once more when the system chose a port: addresses derive from it."""
    if settings.port and settings.collab_port:
        return settings
    chosen = {"NOTESVC_PORT": listener, "NOTESVC_COLLAB_PORT": rooms}
    return config.load({**os.environ, **{name: str(each.getsockname()[1]) for name, each in chosen.items()}})


def _prepare(settings: Settings) -> str | None:
    """Bring the database up to date, leave no connection open for the forks, and answer the set-up code."""
    database.open_database(settings)
    if trouble.of_disk() is trouble.DISK_FULL and ballast.give_up():
        print("The disk is full: what was held back for this is given up", flush=True)
    try:
        # Before anything opens it: SQLite drops the log of a database that is empty.
        belonging.refuse_strange(settings)
        if settings.is_sqlite and settings.database_path.exists():
            sqlite_copy.refuse_at_a_glance(settings.database_path, _GLANCE_SECONDS)
        migrate.migrate(settings)
        with database.connection():
            return users.setup_code(settings)
    except (OSError, peewee.OperationalError, sqlite_copy.OperationalError) as error:
        cause = trouble.cause_of(error) or trouble.UNKNOWN
        raise StartError(f"the database cannot be used: {_in_one_line(error)}. {cause.words}") from error
    except (peewee.DatabaseError, sqlite_copy.DatabaseError, DamagedError) as error:
        raise StartError(
            f"the database is damaged ({_in_one_line(error)}): run `notesvc check`, "
            "and `notesvc restore` with a backup from before"
        ) from error
    finally:
        database.disconnect()


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _print_address(settings: Settings, code: str | None) -> None:
    own = config.address_of(settings.host, settings.port)
    public = settings.base_url
    print(f"notesvc: {public}" if public == own else f"notesvc: {public} (listening at {own})", flush=True)
    if code is not None:
        print(f"The first account becomes the administrator's. Set-up code: {code}", flush=True)
    if settings.smtp_url is None:
        print(f"Mails are kept in {settings.mails}, as there is no NOTESVC_SMTP_URL", flush=True)
