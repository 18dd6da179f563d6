"""One at a time has to do with an instance's backups elsewhere, on however many machines it runs."""

import contextlib
from collections.abc import Iterator

import psycopg

from notesvc import locks
from notesvc.backup import BackupError
from notesvc.config import Settings

_LOCK_NUMBER = 0x6261636B


class TakenError(BackupError):
    """Somebody else has the turn."""


@contextlib.contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Nobody else backs up, tidies or tries backups of the instance meanwhile. Raises TakenError where somebody does.

    Whoever is killed has let go.
    """
    busy = TakenError("a backup of this instance is being made, or tried, at this moment")
    if settings.is_sqlite:
        try:
            with locks.held(settings.instance / "backup.lock"):
                yield
        except locks.LockHeldError:
            raise busy from None
        return
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK_NUMBER,)).fetchone()
        if row is None or not row[0]:
            raise busy
        try:
            yield
        finally:
            # The server notices a closed connection only a moment later; the next turn may begin at once.
            with contextlib.suppress(psycopg.Error):
                connection.execute("SELECT pg_advisory_unlock(%s)", (_LOCK_NUMBER,))
