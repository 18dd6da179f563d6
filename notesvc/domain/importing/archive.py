"""Zip archives read safely: nothing is unpacked to disk, sizes are counted while they are read."""

import io
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Protocol

from notesvc import clock, limits, trouble
from notesvc.domain.importing.errors import ArchiveRefusedError, EntryRefusedError

_READ_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DIRECTORY_RECORD = b"PK\x01\x02"
_DIRECTORY_BYTES_AN_ENTRY = 200
_LOCAL_HEADER = 30
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1
_SMALL = 1024 * 1024
_FIRST_YEAR = 1980
# What the standard library raises for archives that are broken, on purpose or not.
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder of an archive. `refusal` says why it cannot be read; `modified` is a timestamp or None."""

    index: int
    name: str
    is_folder: bool
    size: int
    modified: str | None
    refusal: str | None = None


class Files(Protocol):
    """What holds files: a zip, or a single one."""

    def entries(self) -> Iterator[Entry]:
        """Everything in it, in its own order."""

    def entry(self, index: int) -> Entry:
        """One of them by its number."""

    def open_entry(self, index: int) -> "Unpacking":
        """An entry as a stream. Raises EntryRefusedError when it is damaged, then or while it is read."""

    def close(self) -> None:
        """Let go of the file on disk."""


def read(files: Files, index: int, most: int) -> bytes:
    """A whole entry. Raises EntryRefusedError when it is damaged or has more than `most` bytes."""
    with files.open_entry(index) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise EntryRefusedError(f"it is larger than {most} bytes")
    return content


class Archive:
    """A zip on disk. Raises ArchiveRefusedError for one that is broken, or larger inside than the limits allow."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "rb")  # noqa: SIM115 - closed by `close`
        try:
            self._zip = zipfile.ZipFile(_BoundedFile(self._file))
            _refuse_bombs(self._zip.filelist)
            _refuse_overlaps(self._zip.filelist, self._zip.start_dir)
        except ArchiveRefusedError:
            self._file.close()
            raise
        except _BROKEN as error:
            self._file.close()
            _raise_trouble(error)
            raise ArchiveRefusedError("the zip archive is damaged") from error
        self._unpacked = 0

    def close(self) -> None:
        self._file.close()

    def entries(self) -> Iterator[Entry]:
        return (_entry(index, info) for index, info in enumerate(self._zip.filelist))

    def entry(self, index: int) -> Entry:
        return _entry(index, self._zip.filelist[index])

    def open_entry(self, index: int) -> "Unpacking":
        info = self._zip.filelist[index]
        try:
            return Unpacking(self._zip.open(info), info.compress_size, self._count)
        except _BROKEN as error:
            _raise_trouble(error)
            raise EntryRefusedError("it is damaged") from error

    def _count(self, size: int) -> None:
        self._unpacked += size
        if self._unpacked > limits.ARCHIVE_UNPACKED:
            raise ArchiveRefusedError(_TOO_MUCH)


class Unpacking:
    """An entry while it is unpacked; counts what comes out, whatever the archive's directory says."""

    def __init__(self, stream: IO[bytes], packed: int, count: Callable[[int], None]) -> None:
        self._stream = stream
        self._count = count
        self._most = max(_SMALL, packed * limits.ARCHIVE_RATIO)
        self._size = 0

    def __enter__(self) -> "Unpacking":
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def read(self, size: int) -> bytes:
        """The next bytes, at most `size`; nothing at the end. Raises EntryRefusedError, ArchiveRefusedError."""
        try:
            piece = self._stream.read(size)
        except _BROKEN as error:
            _raise_trouble(error)
            raise EntryRefusedError("it is damaged") from error
        self._size += len(piece)
        if self._size > self._most:
            raise ArchiveRefusedError(_BOMB)
        self._count(len(piece))
        return piece


class _BoundedFile(io.RawIOBase):
    """The archive's file for the standard library, which reads a whole directory at once, however large."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if size > limits.ARCHIVE_ENTRIES * _DIRECTORY_BYTES_AN_ENTRY:
            raise ArchiveRefusedError(_TOO_MANY)
        piece = self._file.read(size)
        if piece.count(_DIRECTORY_RECORD) > limits.ARCHIVE_ENTRIES:
            raise ArchiveRefusedError(_TOO_MANY)
        return piece

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def _raise_trouble(error: Exception) -> None:
    """A disk that fails says nothing about the archive on it. The standard library calls both alike."""
    if trouble.cause_of(error) is not None:
        raise error


_TOO_MANY = f"the archive has more than {limits.ARCHIVE_ENTRIES} entries"
_TOO_MUCH = f"the archive unpacks to more than {limits.ARCHIVE_UNPACKED} bytes"
_BOMB = "the archive is made to unpack to far more than it holds"


def _refuse_bombs(infos: list[zipfile.ZipInfo]) -> None:
    if len(infos) > limits.ARCHIVE_ENTRIES:
        raise ArchiveRefusedError(_TOO_MANY)
    if sum(info.file_size for info in infos) > limits.ARCHIVE_UNPACKED:
        raise ArchiveRefusedError(_TOO_MUCH)
    for info in infos:
        if info.file_size > max(_SMALL, info.compress_size * limits.ARCHIVE_RATIO):
            raise ArchiveRefusedError(_BOMB)


def _refuse_overlaps(infos: list[zipfile.ZipInfo], directory: int) -> None:
    """Entries that share bytes are how a small archive unpacks to everything."""
    end = directory
    for info in sorted(infos, key=lambda info: info.header_offset, reverse=True):
        if info.header_offset < 0 or info.header_offset + _LOCAL_HEADER + info.compress_size > end:
            raise ArchiveRefusedError("the archive's entries overlap")
        end = info.header_offset


def _entry(index: int, info: zipfile.ZipInfo) -> Entry:
    mode = info.external_attr >> 16
    is_folder = info.orig_filename.endswith(("/", "\\")) or stat.S_ISDIR(mode)
    refusal = None
    if stat.S_ISLNK(mode):
        refusal = "it is a symbolic link"
    elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        refusal = "it is no file"
    elif info.flag_bits & _ENCRYPTED:
        refusal = "it is encrypted"
    elif info.compress_type not in _READ_METHODS:
        refusal = "it is packed in a way that is not read"
    return Entry(index, _name(info), is_folder, info.file_size, _modified_at(info), refusal)


def _name(info: zipfile.ZipInfo) -> str:
    """The name as it was written: archivers of macOS write UTF-8 without saying so."""
    name = info.orig_filename
    if info.flag_bits & _UTF8_NAME or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _modified_at(info: zipfile.ZipInfo) -> str | None:
    # Zips know no time zone: taken as UTC, and never later than now.
    if info.date_time[0] <= _FIRST_YEAR:
        return None
    try:
        return min(clock.written(datetime(*info.date_time, tzinfo=UTC)), clock.now())
    except ValueError:
        return None
