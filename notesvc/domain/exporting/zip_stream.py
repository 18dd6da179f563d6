"""A zip written while it is sent: entries go in, pieces of the archive come out, nothing is kept but their names."""

import re
import zipfile
from collections.abc import Iterable, Iterator

from notesvc import clock

_PIECE = 64 * 1024
_LEVEL = 3
_OWNER_READS_AND_WRITES = 0o600 << 16
_FOLDER = (0o40700 << 16) | 0x10
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
# What does not shrink any more.
_PACKED = re.compile(
    r"""
    \. (?: 7z | br | bz2 | gz | rar | xz | zip | zst                # archives
      | avif | gif | heic | jpe?g | jxl | png | webp               # pictures
      | flac | m4[av] | mkv | mov | mp[34] | og[gv] | opus | webm  # sound and film
      | docx | epub | od[pst] | pdf | pptx | woff2? | xlsx         # documents that are archives
    ) \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)


class ZipStream:
    """Each method gives the pieces that are ready; without the last ones of `end` the archive is none."""

    def __init__(self) -> None:
        self._pieces = _Pieces()
        self._zip = zipfile.ZipFile(self._pieces, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL)

    def folder(self, path: str) -> Iterator[bytes]:
        """An entry for a folder, so that it is there when it is empty."""
        entry = zipfile.ZipInfo(f"{path}/", _FIRST_DAY)
        entry.external_attr = _FOLDER
        self._zip.writestr(entry, b"", zipfile.ZIP_STORED)
        yield from self._pieces.ready()

    def file(self, path: str, content: bytes, changed_at: str) -> Iterator[bytes]:
        """A file that is in memory; `changed_at` as timestamps are written."""
        self._zip.writestr(_entry(path, changed_at), content)
        yield from self._pieces.ready()

    def long_file(self, path: str, content: Iterable[bytes], changed_at: str) -> Iterator[bytes]:
        """A file of any length, read as it is sent; one that is packed already is only stored."""
        entry = _entry(path, changed_at)
        with self._zip.open(entry, "w", force_zip64=True) as file:
            for piece in content:
                file.write(piece)
                yield from self._pieces.ready()
        yield from self._pieces.ready()

    def end(self) -> Iterator[bytes]:
        """The list of entries, which makes the archive one."""
        self._zip.close()
        yield self._pieces.take()


class _Pieces:
    """A file that cannot be sought in, whose bytes are taken away as they come."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._size = 0

    def write(self, piece: bytes, /) -> int:
        self._waiting.append(bytes(piece))
        self._size += len(piece)
        return len(piece)

    def flush(self) -> None:
        """Nothing waits for anything but `take`."""

    def close(self) -> None:
        """There is nothing to close."""

    def ready(self) -> Iterator[bytes]:
        if self._size >= _PIECE:
            yield self.take()

    def take(self) -> bytes:
        pieces = b"".join(self._waiting)
        self._waiting, self._size = [], 0
        return pieces


def _entry(path: str, changed_at: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, _moment(changed_at))
    entry.compress_type = zipfile.ZIP_STORED if _PACKED.search(path) else zipfile.ZIP_DEFLATED
    entry._compresslevel = _LEVEL  # type: ignore[attr-defined]
    entry.external_attr = _OWNER_READS_AND_WRITES
    return entry


def _moment(stamp: str) -> tuple[int, int, int, int, int, int]:
    """The day and time of a timestamp, as zips know them: from 1980 to 2107. No row keeps others from being sent."""
    try:
        moment = clock.parse(stamp)
    except (ValueError, OverflowError):
        return _FIRST_DAY
    if not 1980 <= moment.year <= 2107:
        return _FIRST_DAY
    return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second
