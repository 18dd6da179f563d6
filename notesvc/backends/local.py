"""What the local folder does with one file: `Place` is the descriptor of a folder and a name in it."""

import contextlib
import errno
import hashlib
import io
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from notesvc import clock
from notesvc.backends import keys, renames
from notesvc.backends.backend import Entry, Seen
from notesvc.backends.causes import BackendError, ChangedError

Place = tuple[int, str]

_PIECE = 256 * 1024
# Without O_NONBLOCK a pipe that somebody has put there would hold us up for good.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
# Older systems give two writes within one step of their clock the same time.
_CLOCK_STEP = 0.01
_CAUSES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "forbidden"),
    **dict.fromkeys((errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.EISDIR, errno.ENOTDIR), "bad_name"),
    **dict.fromkeys((errno.ELOOP, errno.ENXIO), "bad_name"),
    errno.EFBIG: "too_large",
    **dict.fromkeys((errno.ENOENT, errno.EBUSY, errno.EMFILE, errno.ENFILE, errno.ETXTBSY), "busy"),
}


class Reader:
    """A file that is being read; `size` and `tag` are the whole file's."""

    def __init__(self, handle: int, start: int, length: int | None) -> None:
        found = os.fstat(handle)
        self.size = found.st_size
        self.tag = _tag(found)
        self._file = os.fdopen(handle, "rb", buffering=0)
        self._file.seek(start)
        rest = max(0, self.size - start)
        self._rest = rest if length is None else min(length, rest)

    def read(self, most: int = -1) -> bytes:
        """The next bytes, at most so many; empty at the end. Raises BackendError where the file breaks off."""
        with in_our_words():
            wanted = self._rest if most < 0 else min(most, self._rest)
            found = self._file.read(wanted) or b""
        if wanted and not found:
            raise BackendError("truncated")
        self._rest -= len(found)
        return found if most >= 0 or not self._rest else found + self.read()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


class Fresh:
    """A file that is on disk under a name on its way, until it gets its own; what has none in the end goes."""

    def __init__(self, folder: int, name: str, handle: int) -> None:
        self.name = name
        self.handle = handle
        self._folder = folder
        self._written = os.fstat(handle)

    def become(self, name: str) -> None:
        """Take the name, whoever had it."""
        os.replace(self.name, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        self.name = name

    def stands_at(self, place: Place) -> bool:
        """Whether the file of that name is this one."""
        with contextlib.suppress(FileNotFoundError):
            return os.path.samestat(os.stat(place[1], dir_fd=place[0], follow_symlinks=False), self._written)
        return False

    def settle(self) -> str:
        """Have its name on disk, too; answers its tag."""
        os.fsync(self._folder)
        now = os.fstat(self.handle)
        # What somebody wrote into it meanwhile must not pass for ours.
        return _tag(self._written, now.st_ctime_ns)


@contextmanager
def in_our_words(gone: type[Exception] | None = None) -> Iterator[None]:
    """Failures of the system as BackendError; where a name leads nowhere it is `gone`, if given."""
    try:
        yield
    except OSError as error:
        if gone is not None and error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            raise gone from error
        raise BackendError(_CAUSES.get(error.errno or 0, "unreachable")) from error


def entry(key: str, place: Place) -> Entry | None:
    """The file at that place, None where something else is. Raises FileNotFoundError."""
    found = os.stat(place[1], dir_fd=place[0], follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode):
        return None
    if abs(clock.timestamp_ms() - found.st_mtime_ns // 1_000_000) < _CLOCK_STEP * 1000:
        # From here on a further write has another time.
        time.sleep(_CLOCK_STEP)
        found = os.stat(place[1], dir_fd=place[0], follow_symlinks=False)
    return Entry(key, found.st_size, _tag(found))


def listing(folder: int, prefix: str) -> tuple[list[Entry], list[str]]:
    """The files of a folder, their keys beginning with `prefix`, and the names of the folders in it."""
    files, folders = [], []
    with os.scandir(folder) as found:
        names = [(each.name, each.is_dir(follow_symlinks=False)) for each in found if _is_shown(each.name)]
    for name, is_folder in names:
        if is_folder:
            folders.append(name)
            continue
        with contextlib.suppress(FileNotFoundError):
            files.append(entry(prefix + name, (folder, name)))
    return [each for each in files if each is not None], folders


def reader(place: Place, start: int, length: int | None) -> Reader:
    """The file at that place, open. Raises FileNotFoundError, also where no file but something else is."""
    handle = os.open(place[1], _READ, dir_fd=place[0])
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise FileNotFoundError(errno.ENOENT, "no file")
    return Reader(handle, start, length)


@contextmanager
def fresh(place: Place, source: IO[bytes], size: int) -> Iterator[Fresh]:
    """A file beside that place with so many bytes of `source`, on disk."""
    folder, final = place
    name = keys.new_name(final)
    handle = os.open(name, _WRITE, 0o666, dir_fd=folder)
    file = None
    try:
        _copy(source, handle, size)
        # With digits of its own a write of somebody else, even at once, has another time.
        moment = clock.timestamp_ms() * 1_000_000 + secrets.randbelow(1_000_000)
        os.utime(handle, ns=(moment, moment))
        os.fsync(handle)
        file = Fresh(folder, name, handle)
        yield file
    finally:
        os.close(handle)
        left = name if file is None else file.name
        if left != final:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(left, dir_fd=folder)


def fresh_text(place: Place, content: bytes) -> contextlib.AbstractContextManager[Fresh]:
    """The same of a small content."""
    return fresh(place, io.BytesIO(content), len(content))


def look(place: Place, seen: Seen) -> None:
    """Raises ChangedError unless the file at that place has the content that was seen; FileNotFoundError without."""
    os.stat(place[1], dir_fd=place[0], follow_symlinks=False)
    if not _has(place, seen.sha256):
        raise ChangedError


def swap(place: Place, text: Fresh, seen: Seen) -> None:
    """Put a fresh text in the place of what was seen. Raises ChangedError where that was something else."""
    aside = (place[0], keys.old_name(place[1], seen.sha256, _hash(text.handle)))
    text.become(aside[1])
    try:
        renames.exchange(place[0], aside[1], place[1])
    except renames.UnsupportedError:
        _swap_in_turns(place, text, seen)
        return
    if _has(aside, seen.sha256):
        text.name = place[1]
        os.unlink(aside[1], dir_fd=place[0])
        return
    renames.exchange(place[0], aside[1], place[1])
    if not text.stands_at(aside):
        # Somebody has written over our text meanwhile.
        _put_back(aside, place)
    raise ChangedError


def take_out(place: Place, seen: Seen) -> None:
    """Remove what was seen. Raises ChangedError where it was something else, which stays."""
    aside = (place[0], keys.old_name(place[1], seen.sha256))
    os.rename(place[1], aside[1], src_dir_fd=place[0], dst_dir_fd=place[0])
    if not _has(aside, seen.sha256):
        _put_back(aside, place)
        raise ChangedError
    os.unlink(aside[1], dir_fd=place[0])


def move(place: Place, new: Place, seen: Seen) -> str:
    """Give the file that was seen another name that nobody has; answers its tag. Raises ChangedError."""
    try:
        renames.no_replace(place, new)
    except FileExistsError as error:
        raise ChangedError from error
    if not _has(new, seen.sha256):
        _put_back(new, place)
        raise ChangedError
    os.fsync(new[0])
    os.fsync(place[0])
    return _tag(os.stat(new[1], dir_fd=new[0], follow_symlinks=False))


def clear(folder: int) -> None:
    """Set right what a writer left that ended in the middle; no text that nobody has seen is lost."""
    with os.scandir(folder) as found:
        files = [each.name for each in found if each.is_file(follow_symlinks=False)]
        ways = [(name, way) for name in files if (way := keys.way_of(name)) is not None]
    for name, way in ways:
        aside = (folder, name)
        with contextlib.suppress(FileNotFoundError):
            if way.is_stale or (way.since is None and _has(aside, way.fresh)):
                os.unlink(name, dir_fd=folder)
            elif way.since is None:
                _settle(aside, (folder, way.name), way.seen)


def _settle(aside: Place, place: Place, seen: str) -> None:
    try:
        renames.no_replace(aside, place)
    except FileExistsError:
        if _has(aside, seen):
            os.unlink(aside[1], dir_fd=aside[0])
        else:
            _put_back(aside, place)


def _swap_in_turns(place: Place, text: Fresh, seen: Seen) -> None:
    # For a moment the name is absent. The text keeps its name on the way: `clear` drops it there.
    take_out(place, seen)
    try:
        renames.no_replace((place[0], text.name), place)
    except FileExistsError as error:
        raise ChangedError from error
    text.name = place[1]


def _put_back(aside: Place, place: Place) -> None:
    try:
        renames.no_replace(aside, place)
    except FileExistsError:
        renames.no_replace(aside, (place[0], keys.found_name(place[1])))


def _has(place: Place, sha256: str) -> bool:
    """Whether it is a file whose hash begins so. Raises nothing: a text that is not to be had is another one."""
    with contextlib.suppress(OSError):
        found = reader(place, 0, None)
        with contextlib.closing(found):
            return _hash(found._file.fileno()).startswith(sha256)
    return False


def _hash(handle: int) -> str:
    digest, at = hashlib.sha256(), 0
    with open(os.dup(handle), "rb") as file:
        file.seek(0)
        while piece := file.read(_PIECE):
            digest.update(piece)
            at += len(piece)
    return digest.hexdigest()


def _copy(source: IO[bytes], handle: int, size: int) -> None:
    left = size
    while left:
        piece = source.read(min(_PIECE, left))
        if not piece:
            raise BackendError("truncated")
        view = memoryview(piece)
        while view:
            view = view[os.write(handle, view) :]
        left -= len(piece)


def _is_shown(name: str) -> bool:
    # A name that is no UTF-8 cannot be a key.
    return keys.is_shown(name) and not any("\ud800" <= letter <= "\udfff" for letter in name)


def _tag(found: os.stat_result, changed_ns: int | None = None) -> str:
    changed = found.st_ctime_ns if changed_ns is None else changed_ns
    return f"{found.st_ino:x}-{found.st_size:x}-{found.st_mtime_ns:x}-{changed:x}"
