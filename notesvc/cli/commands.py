"""What a command of the command line is, and what several of them need."""

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from notesvc import belonging, config, crypto, database, manifest, migrate
from notesvc.config import Settings
from notesvc.domain import policy


@dataclass(frozen=True)
class Command:
    """A word of the command line: `run` answers the exit code, `declare` names its arguments."""

    name: str
    summary: str
    run: Callable[[argparse.Namespace], int]
    declare: Callable[[argparse.ArgumentParser], object] = lambda _: None


@contextlib.contextmanager
def opened_database(*, makes: bool = False) -> Iterator[Settings]:
    """A connection to a database that has this code's schema.

    Where there is no instance yet, a command that `makes` something makes it, too; others raise SettingError.
    """
    settings = config.load(makes=makes)
    database.open_database(settings)
    crypto.open_seal(settings.secret_key)
    policy.open_policy(settings)
    if not makes:
        belonging.refuse_absent(settings)
    elif settings.is_sqlite and not settings.database_path.exists():
        migrate.migrate(settings)
        print(f"{settings.instance} held no instance: made one", file=sys.stderr)
    belonging.refuse_strange(settings)
    with database.connection():
        migrate.refuse_newer()
        migrate.refuse_pending()
        yield settings
    database.disconnect()


def open_instance() -> Settings:
    """The settings of an instance that is there. Raises SettingError where a typing mistake names none."""
    settings = config.load(makes=False)
    database.open_database(settings)
    belonging.refuse_absent(settings)
    return settings


def agrees(question: str) -> bool:
    """Whether a person at a terminal says yes; nobody there says no."""
    return sys.stdin.isatty() and input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def progress() -> manifest.Report:
    """Tells a person what is being done, once a second, from the second second on."""
    told = time.monotonic()

    def report(what: str) -> None:
        nonlocal told
        if time.monotonic() - told >= 1.0:
            told = time.monotonic()
            print(what, file=sys.stderr, flush=True)

    return report


def complain(error: object, code: int) -> int:
    """Say what went wrong in one line, and answer the exit code for it."""
    print(f"notesvc: {' '.join(str(error).split())}", file=sys.stderr)
    return code
