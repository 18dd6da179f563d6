"""What every step of a round works with."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from notesvc.clients.desktop.sync.addresses import Addresses
from notesvc.clients.desktop.sync.api import Api
from notesvc.clients.desktop.sync.disk import MARKER, Disk, Entry
from notesvc.clients.desktop.sync.errors import ChangeError, FolderGoneError
from notesvc.clients.desktop.sync.naming import Naming
from notesvc.clients.desktop.sync.scanning import Scan
from notesvc.clients.desktop.sync.state import State, Thing
from notesvc.clients.desktop.sync.tree import Tree

LARGEST_NOTE = 2 * 1024 * 1024
"""Bytes of a file that is read as a note."""

_UP = frozenset({"create", "send", "delete there", "restore there", "merge", "upload"})


@dataclass(frozen=True, slots=True)
class Options:
    """How a round goes: only down (`is_pull`), only said (`is_rehearsal`), so many deletions accepted."""

    is_pull: bool = False
    is_rehearsal: bool = False
    accepts_deletes: int = 0
    host: str = "this device"


@dataclass(slots=True)
class Report:
    """What a round did, as (act, path); whether another one should follow at once, or soon."""

    acts: list[tuple[str, str]] = field(default_factory=list)
    is_moved: bool = False
    is_waiting: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """What a file says: its page, in which files are named as the service names them; the hash of its bytes; what it was
    when it was read; and its text as it stands there."""

    page: str
    sha256: str
    entry: Entry
    raw: str = ""


@dataclass(slots=True)
class Desk:
    """State, disk and service, what was seen of the disk, and what the round has done so far."""

    state: State
    disk: Disk
    api: Api
    options: Options
    now: Callable[[], datetime]
    new_key: Callable[[], str]
    progress: Callable[[str, int, int], None]
    report: Report = field(default_factory=Report)
    seen: Scan = field(default_factory=Scan)
    tree: Tree = field(init=False)
    naming: Naming = field(init=False)
    addresses: Addresses = field(init=False)
    known_links: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.know()

    def know(self) -> None:
        """Read anew what the state says of things and their places."""
        self.tree = Tree(self.state)
        self.naming = Naming(self.disk, self.tree)
        self.addresses = Addresses(self.state.addresses(), self.tree)
        self.known_links = self.state.links()

    def is_gone(self, thing: Thing) -> bool:
        """Whether the thing, which has no file any more, counts as deleted here: two rounds have missed it, all folders
        could be read, and it is not one that is left alone."""
        path = self.tree.path(thing)
        if self.seen.unreadable or thing.missed < _ROUNDS:
            return False
        return path is None or not self.seen.is_ignored(path)

    def was_gone(self, thing: Thing) -> bool:
        """Whether the thing counted as deleted here until its file came back."""
        return thing.missed >= _ROUNDS

    def check_folder(self) -> None:
        """Raise FolderGoneError where the folder is not the one that was connected, or is not there any more."""
        if not self.disk.is_still_there() or self._marker() != self.state.fact("marker"):
            raise FolderGoneError(f"{self.disk.path} is not the folder that was connected. Is its drive mounted?")

    def _marker(self) -> str:
        try:
            return self.disk.read(MARKER)[0].decode(errors="replace").strip()
        except OSError:
            return ""

    def may(self, act: str, path: str) -> bool:
        """Note the act, and say whether this round is one that does it."""
        if self.options.is_pull and act in _UP:
            return False
        self.report.acts.append((act, path))
        return not self.options.is_rehearsal

    def text(self, path: str) -> Text:
        """The file's page. Raises ChangeError where it cannot be read now, and UnfitError for what is no note."""
        try:
            entry = self.disk.look(path)
            if entry is not None and entry.size > LARGEST_NOTE:
                raise UnfitError("it is larger than 2 MiB", entry.stamp)
            raw, entry = self.disk.read(path)
        except OSError as error:
            raise ChangeError(str(error)) from error
        sha256 = hash_of(raw)
        try:
            page = raw.decode()
        except UnicodeDecodeError as error:
            raise UnfitError("it is not UTF-8", sha256) from error
        if "\x00" in page:
            raise UnfitError("it holds NUL characters", sha256)
        return Text(page, sha256, entry, page)

    def text_as_seen(self, path: str) -> Text:
        """The page of a file that is as the round has seen it. Raises as `text`; ChangeError where it is another one."""
        text, seen = self.text(path), self.seen.notes.get(path)
        if seen is not None and (seen.inode, seen.stamp) != (text.entry.inode, text.entry.stamp):
            raise ChangeError(f"{path} has changed")
        return text

    def read_hash(self, path: str) -> tuple[str, Entry]:
        """The hash of the file's bytes, however many, and what it was when they were read. Raises OSError, and ChangeError
        where it changed meanwhile."""
        hashing = hashlib.sha256()
        with self.disk.reading(path) as file:
            entry = self.disk.facts(file)
            while piece := file.read(PIECE):
                hashing.update(piece)
            if self.disk.facts(file).stamp != entry.stamp:
                raise ChangeError(f"{path} has changed")
        return hashing.hexdigest(), entry

    def hash_file(self, path: str) -> str:
        """The hash of the file's bytes; empty where it cannot be read now, or is not the one that was seen."""
        try:
            sha256, entry = self.read_hash(path)
        except (OSError, ChangeError):
            return ""
        seen = self.seen.others.get(path)
        return sha256 if seen is None or (seen.inode, seen.stamp) == (entry.inode, entry.stamp) else ""

    def links_from(self, thing: Thing) -> tuple[str, ...]:
        """The folder from which the note's file names other files, where that is known."""
        links = self.known_links.get(thing.id) or ""
        return (links[1:],) if links else ()

    def stamp_of(self, entry: Entry) -> str:
        """The entry's stamp where it can be relied on: a file that changed just now may change again unnoticed."""
        return entry.stamp if self.now().timestamp() - entry.changed_at > _TICK else ""


PIECE = 256 * 1024
"""How many bytes of a file are held at a time."""

_ROUNDS = 2
# The coarsest clock of a file system that is in use, and a little more.
_TICK = 2.5


class UnfitError(Exception):
    """The file is no note that the service takes; it is left alone until its hash is another one."""

    def __init__(self, cause: str, sha256: str) -> None:
        super().__init__(cause)
        self.cause, self.sha256 = cause, sha256


def hash_of(text: bytes | str) -> str:
    """The sha256, in hex."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()
