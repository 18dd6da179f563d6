"""A connected client: its settings, state, folder and service, for as long as a command runs."""

import contextlib
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from notesvc.clients.desktop.cli import keychain, lock, profile
from notesvc.clients.desktop.cli.codes import NOT_CONNECTED, CommandError
from notesvc.clients.desktop.cli.profile import Profile, Settings
from notesvc.clients.desktop.cli.transport import HttpTransport
from notesvc.clients.desktop.sync import round
from notesvc.clients.desktop.sync.api import Api
from notesvc.clients.desktop.sync.desk import Desk, Options, Report
from notesvc.clients.desktop.sync.disk import Disk
from notesvc.clients.desktop.sync.errors import KeyRefusedError
from notesvc.clients.desktop.sync.state import State

_MOST_ROUNDS = 10


class Session:
    """What rounds are done with."""

    def __init__(self, own: Profile, settings: Settings, secret: str, *, is_quiet: bool) -> None:
        self.profile, self.settings, self.secret = own, settings, secret
        self.is_quiet = is_quiet
        self.state = State(str(own.state_file))
        self.transport = HttpTransport(settings.address, secret)
        self.cursor = self.state.fact("cursor")

    def close(self) -> None:
        self.state.close()
        self.transport.close()

    def rounds(self, options: Options) -> Report:
        """Rounds until nothing is left that another one at once would do. Raises SyncError; a key that is refused is
        deleted."""
        options = replace(options, host=self.settings.device)
        done = Report()
        try:
            for _ in range(_MOST_ROUNDS):
                report = self._round(options)
                self.cursor = self.state.fact("cursor")
                done.acts += report.acts
                done.is_waiting = report.is_waiting
                if options.is_rehearsal or not (report.is_moved or report.is_waiting):
                    break
        except KeyRefusedError:
            keychain.delete(self.profile)
            raise
        return done

    def _round(self, options: Options) -> Report:
        disk = Disk(self.settings.folder)
        try:
            return round.run(Desk(self.state, disk, Api(self.transport), options, _now, _new_key, self._progress))
        finally:
            disk.close()

    def _progress(self, what: str, count: int, total: int) -> None:
        if not self.is_quiet and sys.stderr.isatty():
            of = f" of {total}" if total else ""
            print(f"\r{what}: {count}{of}   ", end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def open_session(*, is_quiet: bool) -> Iterator[Session]:
    """The session of the profile, alone. Raises CommandError."""
    own = profile.find()
    settings = own.settings()
    with lock.hold(own.lock_file):
        secret = keychain.read(own)
        if secret is None:
            raise CommandError(NOT_CONNECTED, "There is no key of this device any more: notes-desktop connect URL")
        session = Session(own, settings, secret, is_quiet=is_quiet)
        try:
            yield session
        finally:
            session.close()


def device_name() -> str:
    """What this machine is called."""
    return socket.gethostname().partition(".")[0] or os.environ.get("COMPUTERNAME", "this device")


def _now() -> datetime:
    return datetime.now(UTC)


def _new_key() -> str:
    return secrets.token_hex(16)
