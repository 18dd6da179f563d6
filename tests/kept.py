"""Running services that tests have one after the other, emptied in between: that costs a hundredth of a new one."""

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path

from notesvc import sqlite
from tests import postgres
from tests.service import Service

_DATABASE = "notesvc.sqlite"
# A Postgres server takes a hundred connections, and each service has ten to twenty of them.
_MOST_RUNNING = {"sqlite": 6, "postgres": 1}


class Services:
    """At most one service for each set of settings, and only the last few.

    One that a test has ended, or of which it has killed a process, is given up for a new one: the supervisor waits
    longer each time before it starts a process again.
    """

    def __init__(self, template: Path, new_folder: Callable[[], Path]) -> None:
        self._template = template
        self._new_folder = new_folder
        self._held = contextlib.ExitStack()
        self._running: dict[frozenset[tuple[str, str]], Service] = {}

    def empty(self, kind: str = "sqlite", **chosen: str) -> Service:
        """A service that answers, without accounts and kept mails, and no rate limit used up.

        Files that nobody can reach any more lie in its folder, and its log goes on.
        """
        key = frozenset({"": kind, **chosen}.items())
        found = self._running.pop(key, None)
        if found is None or _is_worn(found):
            self._make_room(kind)
            found = self._started(kind, chosen)
        else:
            self._empty(found)
        self._running[key] = found
        return found.answering()

    def end(self) -> None:
        """End them all."""
        self._held.close()

    def _make_room(self, kind: str) -> None:
        alike = [key for key in self._running if ("", kind) in key]
        for key in alike[: max(0, len(alike) + 1 - _MOST_RUNNING[kind])]:
            self._running.pop(key).end()

    def _started(self, kind: str, chosen: dict[str, str]) -> Service:
        instance = self._new_folder() / "instance"
        instance.mkdir(mode=0o700)
        if kind == "sqlite":
            shutil.copytree(self._template, instance, dirs_exist_ok=True)
        else:
            chosen = chosen | {"NOTESVC_DATABASE_URL": postgres.url(self._held.enter_context(postgres.scratch()))}
        service = Service(instance, chosen)
        self._held.callback(service.end)
        return service.start()

    def _empty(self, service: Service) -> None:
        shutil.rmtree(service.instance / "mails", ignore_errors=True)
        if url := service.settings.get("NOTESVC_DATABASE_URL"):
            postgres.empty(url)
            return
        with _open(self._template / _DATABASE) as empty, _open(service.instance / _DATABASE) as full:
            empty.backup(full, sleep=0.01)
        with _open(service.instance / f"{_DATABASE}-rates") as rates, rates:
            rates.execute("DELETE FROM rate_windows")


def _is_worn(service: Service) -> bool:
    if service.process.poll() is None and '"child_exited"' not in service.log:
        return False
    service.end()
    return True


def _open(path: Path) -> contextlib.closing[sqlite.library.Connection]:
    return contextlib.closing(sqlite.library.connect(path, timeout=30))
