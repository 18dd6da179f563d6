"""Files at a place: under which keys they lie, whose the place is, and bringing one there so that it is proven.

notesvc-files/instance.txt     whose files these are
notesvc-files/ab/abcd…         a file by its sha256
"""

import contextlib
import hashlib
import io
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import IO

from notesvc.backends.backend import Backend, Entry, Reading
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.domain.storage.trouble import PlaceError

FOLDER = "notesvc-files/"
MARKER = f"{FOLDER}instance.txt"

Source = Callable[[], AbstractContextManager[IO[bytes]]]

_KEY = re.compile(rf"{FOLDER}[0-9a-f]{{2}}/([0-9a-f]{{64}})")
_PIECE = 256 * 1024
_LONGEST_MARKER = 4_096


def key_of(content_hash: str) -> str:
    """Where the file lies."""
    return f"{FOLDER}{content_hash[:2]}/{content_hash}"


def claim(backend: Backend, owner: str) -> None:
    """Have the place be `owner`'s: a text that names instance and workspace. Raises PlaceError where it is another's,
    and BackendError."""
    found = _marker(backend)
    if found is None:
        with contextlib.suppress(ChangedError):
            backend.create(MARKER, owner.encode())
        found = _marker(backend)
    if found != owner:
        raise PlaceError("other_marker")


def refuse_strange(backend: Backend, owner: str) -> None:
    """Raise PlaceError where the place is not, or no more, `owner`'s; BackendError."""
    found = _marker(backend)
    if found != owner:
        raise PlaceError("no_marker" if found is None else "other_marker")


def leave(backend: Backend) -> None:
    """Let anybody use the place. Raises BackendError."""
    backend.remove(MARKER)


def bring(backend: Backend, content_hash: str, size: int, source: Source) -> str:
    """Have the file there, read back and compared; answers its tag. One that lies there already is not sent again: the
    answer may have been lost, or the place is one from before.

    Raises BackendError, with the cause "damaged" where another content comes back, and what `source` does.
    """
    key = key_of(content_hash)
    entry = backend.find(key)
    if entry is not None and entry.size == size and is_right(backend, content_hash):
        return entry.tag
    with source() as file:
        file.seek(0)
        tag = backend.put(key, file, size)
    if not is_right(backend, content_hash):
        raise BackendError("damaged")
    return tag


@contextlib.contextmanager
def reading(backend: Backend, content_hash: str) -> Iterator[Reading]:
    """The file's bytes, not compared with its hash yet. Raises MissingError, BackendError."""
    with backend.open(key_of(content_hash)) as file:
        yield file


def listing(backend: Backend) -> Iterator[tuple[str, Entry]]:
    """Each file that lies there under a name of ours, by its hash. Raises BackendError."""
    for entry in backend.entries(FOLDER):
        found = _KEY.fullmatch(entry.key)
        if found and entry.key == key_of(found[1]):
            yield found[1], entry


def is_right_file(source: IO[bytes], content_hash: str) -> bool:
    """Whether these are the bytes of the hash."""
    source.seek(0)
    return hashlib.file_digest(source, "sha256").hexdigest() == content_hash  # type: ignore[arg-type]


def is_right(backend: Backend, content_hash: str) -> bool:
    """Whether the file lies there and its bytes are those of the hash. Raises BackendError."""
    hashing = hashlib.sha256()
    try:
        with reading(backend, content_hash) as file:
            while piece := file.read(_PIECE):
                hashing.update(piece)
    except MissingError:
        return False
    return hashing.hexdigest() == content_hash


def _marker(backend: Backend) -> str | None:
    try:
        with backend.open(MARKER) as file:
            found = io.BytesIO(file.read(_LONGEST_MARKER)).read()
    except MissingError:
        return None
    return found.decode("utf-8", "replace").strip()
