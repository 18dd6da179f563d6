"""Files to be read, wherever they lie: here, or at a place of their owner, from where a copy comes first."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from notesvc import database, errors, file_store, limits
from notesvc.backends.causes import BackendError, MissingError
from notesvc.domain.storage import parts, placed_files, placing
from notesvc.domain.storage.target import Target
from notesvc.models import StoragePart
from notesvc.turns import Turns

# A place that has just failed is not asked for each picture of a page.
_QUIET_SECONDS = 5.0
_turns = Turns()
_failures: dict[tuple[str, str], tuple[float, str]] = {}
_failing = threading.Lock()


def path_of(owner_id: str, content_hash: str) -> Path:
    """Where the file is on this machine, once it is; its bytes are then those of its hash, or were when it came.

    Raises FileNotFoundError where it is nowhere; Busy, with what to do, where its place does not answer; RateLimited
    where too many are waiting. Not within a transaction, since it may take long.
    """
    path = file_store.found(content_hash)
    if path.is_file():
        file_store.note_use(content_hash)
        return path
    try:
        fetch(owner_id, content_hash)
    except BackendError as error:
        raise errors.Busy(f"The file lies at its owner's own storage. {error.detail}") from error
    except file_store.DamagedFileError as error:
        raise errors.Busy("What lies at its owner's own storage is not what was put there.") from error
    return path


@contextmanager
def reading(owner_id: str, content_hash: str) -> Iterator[IO[bytes]]:
    """The file, open for reading. Raises what `path_of` does."""
    with open(path_of(owner_id, content_hash), "rb") as file:
        yield file


def fetch(owner_id: str, content_hash: str, *, anew: bool = False) -> None:
    """Have a copy here, from the first of the owner's places that has it; `anew` where there is one already.

    Raises FileNotFoundError where none has it, DamagedFileError where what they have is not it, BackendError where one
    does not answer, RateLimited.
    """
    rows = [row for part_id in placed_files.places_of(owner_id, content_hash) if (row := parts.find(part_id))]
    targets = [(row, parts.target_of(row)) for row in rows]
    if not targets:
        raise FileNotFoundError(content_hash)
    turn = _turns.one(owner_id, limits.FETCHES_PER_USER, limits.FETCHES_AT_ONCE)
    # Others who want it wait for the one who fetches it.
    with turn, _without_connection(), file_store.alone(f"fetch-{content_hash[:2]}"):
        if anew or not file_store.path_of(content_hash).is_file():
            _fetch(targets, content_hash)


def _fetch(targets: list[tuple[StoragePart, Target]], content_hash: str) -> None:
    """Bring a copy from the first place that has it."""
    failures: list[Exception] = []
    for row, target in targets:
        try:
            _copy(row, target, content_hash)
            return
        except (BackendError, MissingError, file_store.DamagedFileError) as error:
            failures.append(error)
    # What may still be there comes first: who hears that a file is damaged gives it up.
    for kind in (BackendError, file_store.DamagedFileError):
        for failure in failures:
            if isinstance(failure, kind):
                raise failure
    raise FileNotFoundError(content_hash)


def _copy(row: StoragePart, target: Target, content_hash: str) -> None:
    _refuse_quiet(row)
    try:
        with closing(parts.open_at(row, target)) as backend, placing.reading(backend, content_hash) as file:
            file_store.put_fetched(file.read, content_hash)
    except BackendError as error:
        _note_failure(row, error)
        raise


def _refuse_quiet(row: StoragePart) -> None:
    with _failing:
        failed_at, cause = _failures.get(_key(row), (-_QUIET_SECONDS, ""))
    if cause and time.monotonic() - failed_at < _QUIET_SECONDS:
        raise BackendError(cause)


def _note_failure(row: StoragePart, error: BackendError) -> None:
    with _failing:
        failed_at, _ = _failures.get(_key(row), (-_QUIET_SECONDS, ""))
        if error.is_temporary and time.monotonic() - failed_at >= _QUIET_SECONDS:
            _failures[_key(row)] = (time.monotonic(), error.cause)


def _key(row: StoragePart) -> tuple[str, str]:
    return str(row.id), str(row.updated_at)


@contextmanager
def _without_connection() -> Iterator[None]:
    """While another server is waited for, nobody waits for our connection to the database."""
    if database.in_transaction():
        yield
        return
    database.release()
    try:
        yield
    finally:
        database.connect()
