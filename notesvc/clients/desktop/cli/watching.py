"""`sync --watch`: rounds whenever something has happened on either side. Events only ring; the round looks itself."""

import threading
import time
from collections.abc import Callable
from pathlib import PurePath

from watchfiles import Change, watch as watch_files

from notesvc.clients.desktop.cli.output import Output
from notesvc.clients.desktop.cli.session import Session
from notesvc.clients.desktop.cli.transport import HttpTransport
from notesvc.clients.desktop.sync.api import Api
from notesvc.clients.desktop.sync.desk import Options
from notesvc.clients.desktop.sync.disk import OWN
from notesvc.clients.desktop.sync.errors import (
    DiskFullError,
    FolderGoneError,
    KeyRefusedError,
    RefusalError,
    SyncError,
    UnreachableError,
)
from notesvc.clients.desktop.sync.scanning import LEFTOVER

ANYWAY = 300.0
"""Seconds after which a round is done though nothing has rung."""

_QUIET, _MOST = 1_000, 10_000  # milliseconds without events before it rings, and at most
_HELD = 25
_POLLED = 2.0
_LONGEST_WAIT = 300.0
_SOON = 1.0
_PASSING = (UnreachableError, FolderGoneError, DiskFullError)


def watch(session: Session, options: Options, output: Output) -> None:
    """Rounds until something stops them that does not pass by itself. Raises SyncError."""
    bell, stop = threading.Event(), threading.Event()
    listeners = [_listen_here, _listen_there]
    for listener in listeners:
        threading.Thread(target=listener, args=(session, bell, stop), daemon=True).start()
    try:
        _go_round(session, options, output, bell)
    finally:
        stop.set()


def _go_round(session: Session, options: Options, output: Output, bell: threading.Event) -> None:
    failures, last = 0, ""
    while True:
        bell.clear()
        try:
            report = session.rounds(options)
            for act, path in report.acts:
                output.say(f"{act}: {path}")
            failures, last, wait = 0, "", _SOON if report.is_waiting else ANYWAY
        except _PASSING as error:
            failures += 1
            wait = max(getattr(error, "wait", 0.0), min(2.0**failures, _LONGEST_WAIT))
            if str(error) != last:
                output.say(str(error))
            last = str(error)
            time.sleep(wait)
            continue
        bell.wait(wait)


def _listen_here(session: Session, bell: threading.Event, stop: threading.Event) -> None:
    """Ring when files change; drives without events are looked at every few minutes anyway."""
    while not stop.is_set():
        try:
            for _ in watch_files(
                session.settings.folder,
                watch_filter=_is_of_people,
                debounce=_MOST,
                step=_QUIET,
                stop_event=stop,
                raise_interrupt=False,
            ):
                bell.set()
        except (OSError, RuntimeError):
            stop.wait(30)


def _is_of_people(change: Change, path: str) -> bool:
    del change
    parts = PurePath(path).parts
    return OWN not in parts and not parts[-1].startswith(LEFTOVER)


def _listen_there(session: Session, bell: threading.Event, stop: threading.Event) -> None:
    """Ring when the service has something new; it holds the answer until then, where it can."""
    transport = HttpTransport(session.settings.address, session.secret, pause=lambda seconds: _wait(stop, seconds))
    ask: Callable[[], bool] = _Asking(session, Api(transport), stop).is_anything_new
    while not stop.is_set():
        try:
            if ask():
                bell.set()
                # Until the round has brought it, the same would be told again.
                stop.wait(_POLLED)
        except KeyRefusedError:
            bell.set()
            return
        except SyncError as error:
            stop.wait(max(getattr(error, "wait", 0.0), 10.0))


class _Asking:
    """Asks for what is new, and notices whether the service can hold an answer."""

    def __init__(self, session: Session, api: Api, stop: threading.Event) -> None:
        self._session, self._api, self._stop = session, api, stop
        self._held = _HELD

    def is_anything_new(self) -> bool:
        cursor = self._session.cursor
        try:
            answer = self._api.changes(cursor, self._held)
        except RefusalError:
            self._held = 0
            return False
        if not self._held:
            self._stop.wait(_POLLED)
        return answer["more"] or any(answer[name] for name in ("notes", "folders", "attachments", "deleted"))


def _wait(stop: threading.Event, seconds: float) -> None:
    stop.wait(seconds)
