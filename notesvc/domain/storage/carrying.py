"""Bringing files to a place: uploads that wait, and those that a move copies."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from notesvc import errors, file_store
from notesvc.backends.backend import Backend
from notesvc.backends.causes import BackendError
from notesvc.domain.storage import fetching, parts, placed_files, placing, refusals
from notesvc.domain.storage.trouble import DamagedSourceError, PlaceError
from notesvc.models import StoragePart

_AT_ONCE = 100
_SLICE_SECONDS = 5.0

Stop = Callable[[], bool]


def bring_due(part: StoragePart, should_stop: Stop) -> bool:
    """Bring files of the owner's attachments there, the oldest first, for some seconds; whether more are due.

    Each is recorded once it has been read back. One that is not what its hash says is recorded as damaged, one that is
    too large for the place as refused; neither holds up another. Raises PlaceError.
    """
    owner_id = str(part.owner_id)
    until = time.monotonic() + _SLICE_SECONDS
    waiting = placed_files.due(str(part.id), owner_id, _AT_ONCE)
    if not waiting:
        return False
    with open_place(part) as backend:
        for content_hash, size in waiting:
            if should_stop() or time.monotonic() > until:
                return True
            _bring(part, backend, content_hash, size)
    return True


def bring_home(part: StoragePart) -> None:
    """Have the files of public links here, too: those who look at them should not wait for another server. Raises
    PlaceError where one is still to come."""
    for content_hash in placed_files.shared_by(str(part.owner_id)):
        if file_store.found(content_hash).is_file():
            continue
        # What is nowhere, or damaged there, does not get better by asking again.
        with in_our_words(), suppress(FileNotFoundError, file_store.DamagedFileError):
            _fetch(str(part.owner_id), content_hash)


@contextmanager
def open_place(part: StoragePart) -> Iterator[Backend | None]:
    """The place, once it has shown that it is still the one; None for the service's own. Raises PlaceError."""
    if not part.is_elsewhere:
        yield None
        return
    mark = parts.owner_mark(str(part.owner_id))
    with in_our_words():
        backend = parts.open_backend(part)
        try:
            placing.refuse_strange(backend, mark)
            yield backend
        finally:
            backend.close()


@contextmanager
def in_our_words() -> Iterator[None]:
    """What a backend raises, as PlaceError."""
    try:
        yield
    except BackendError as error:
        raise PlaceError.of(error) from error


def _fetch(owner_id: str, content_hash: str, *, anew: bool = False) -> None:
    try:
        fetching.fetch(owner_id, content_hash, anew=anew)
    except errors.RateLimited as error:
        raise PlaceError("busy") from error


def _bring(part: StoragePart, backend: Backend | None, content_hash: str, size: int) -> None:
    part_id, source = str(part.id), partial(_source, str(part.owner_id), content_hash)
    try:
        if backend is None:
            _bring_here(source, content_hash)
        tag = None if backend is None else placing.bring(backend, content_hash, size, source)
    except DamagedSourceError:
        placed_files.record_damaged(part_id, content_hash, size)
        return
    except BackendError as error:
        if error.cause != "too_large":
            raise
        refusals.record(part, content_hash, size)
        return
    refusals.record_taken(part, size)
    placed_files.record_there(part_id, content_hash, size, tag)


def _bring_here(source: placing.Source, content_hash: str) -> None:
    """Have the file on this machine, to stay."""
    with source():
        file_store.keep_young(content_hash)


@contextmanager
def _source(owner_id: str, content_hash: str) -> Iterator[IO[bytes]]:
    """The file, whose bytes are those of its hash. Raises DamagedSourceError, PlaceError."""
    for anew in (False, True):
        with open(_path(owner_id, content_hash, anew), "rb") as file:
            if placing.is_right_file(file, content_hash):
                yield file
                return
    raise DamagedSourceError(content_hash)


def _path(owner_id: str, content_hash: str, anew: bool) -> Path:
    """Where the file is, or a copy that comes `anew` where the disk has changed the one that is here."""
    path = file_store.found(content_hash)
    try:
        if anew or not path.is_file():
            _fetch(owner_id, content_hash, anew=anew)
    except (FileNotFoundError, file_store.DamagedFileError) as error:
        raise DamagedSourceError(content_hash) from error
    return path
