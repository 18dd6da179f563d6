"""What can be asked of a place for files, whatever its kind.

Keys are paths with `/`, without empty, `.` or `..` parts; those that we make are in NFC, and their parts have at most
200 bytes (`keys.LONGEST_NAME`). Other programs' names are answered as they are.

A backend is used by one thread at a time.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import IO, Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """A file there: its size in bytes, and a tag that another content should change (see `Capabilities.tags`)."""

    key: str
    size: int
    tag: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the caller knows of a file: the tag and the sha256 of the content that it has read or written."""

    tag: str
    sha256: str


class Reading(Protocol):
    """A file that is being read; `size` and `tag` are the whole file's."""

    size: int
    tag: str

    def read(self, most: int = -1) -> bytes:
        """The next bytes, at most so many; empty at the end. Raises BackendError where the file breaks off."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What holds at a place, as its test has found it.

    `replaces`: how a write finds out that somebody else has written: "condition" (If-Match holds), "swap" (the old file
    is moved aside, looked at, and the new one moved in only where nobody stands), or None: then there is no way.
    `tags`: "exact" (another content has another tag at once), or "coarse" (within a second it may not).
    `largest`: bytes of the largest file, where known.
    """

    replaces: str | None
    creates_once: bool
    ranges: bool
    tags: str
    tells_case: bool
    keeps_spelling: bool
    puts_whole: bool
    largest: int | None
    direct_links: bool

    @property
    def two_way(self) -> bool:
        """Whether others may write there, too, without a loss."""
        return self.replaces is not None and self.creates_once


class Backend(Protocol):
    """A place for files. Everything raises BackendError where the place does not do it.

    What has returned is stored there. A file is there whole or not at all, at every moment, for every reader, where the
    place allows it (`Capabilities.puts_whole`).
    """

    kind: str

    def find(self, key: str) -> Entry | None:
        """The file of that key, if there is one. That one is missing for good is told by `entries` alone."""

    def open(self, key: str, start: int = 0, length: int | None = None) -> AbstractContextManager[Reading]:
        """The file's bytes, or a part of them. Raises MissingError."""

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """All files below a folder (`notes/`), or all, in no promised order; no names that begin with `.`.

        Sets right first what a writer has left that was ended between two steps: a text that it had moved aside comes
        back under its name, or, where that is taken and nobody has seen it, under a name of its own (`found`).
        """

    def put(self, key: str, source: IO[bytes], size: int) -> str:
        """Store `size` bytes, whatever was there; answers the tag. `source` can seek. Streams; folders are made."""

    def create(self, key: str, content: bytes) -> str:
        """Store a small file where none is; answers the tag. Raises ChangedError where there is one."""

    def replace(self, key: str, content: bytes, seen: Seen) -> str:
        """Store a small file in the place of the one that was seen; answers the tag. Raises ChangedError.

        Where `Capabilities.replaces` is None, it looks and then puts, and what comes between is lost.
        """

    def remove(self, key: str, seen: Seen | None = None) -> None:
        """Remove the file; one that is gone is no failure. With `seen` only that one: raises ChangedError else."""

    def move(self, key: str, target: str, seen: Seen) -> str:
        """Give the file another key where no file is; answers its tag. Raises ChangedError, MissingError."""

    def close(self) -> None:
        """Let go of connections. It can be used again."""
