"""A place for files in memory whose qualities, outages and other writers are chosen by a test.

    place = Model(Capabilities(...))          # what the target is like; keep it over crashes
    backend = place.backend()                 # what is handed to the code under test; a new one after a crash
    place.weather = Weather(Random(1), outages=0.1, crashes=0.05)
    place.between = lambda key: place.write(key, b"theirs")    # somebody between our look and our write

`write`, `delete`, `rename` and `files` are the other side: they have neither weather nor tags.
"""

import hashlib
import io
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import IO

from notesvc.backends import keys
from notesvc.backends.backend import Capabilities, Entry, Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError

SOUND = Capabilities(
    replaces="condition",
    creates_once=True,
    ranges=True,
    tags="exact",
    tells_case=True,
    keeps_spelling=True,
    puts_whole=True,
    largest=None,
    direct_links=False,
)
SWAPPING = replace(SOUND, replaces="swap")
COARSE = replace(SWAPPING, tags="coarse")
BLIND = replace(SOUND, replaces=None, creates_once=False)


class CrashError(BaseException):
    """The process ends here: nothing that the code under test has in memory is left."""


@dataclass
class Weather:
    """How often a step fails (before or after it was done, at even odds) or ends the process; shares of one."""

    random: random.Random
    outages: float = 0.0
    crashes: float = 0.0
    causes: tuple[str, ...] = ("unreachable", "timeout", "truncated", "busy")

    def strike(self) -> None:
        """Raises what happens now, if anything."""
        chance = self.random.random()
        if chance < self.crashes / 2:
            raise CrashError
        if chance < (self.crashes + self.outages) / 2:
            raise BackendError(self.random.choice(self.causes))


@dataclass
class Stored:
    """A content and when it was written, in the model's own count."""

    content: bytes
    turn: int


@dataclass
class Model:
    """The place itself."""

    capabilities: Capabilities = SOUND
    weather: Weather | None = None
    failure: str | None = None
    """A cause with which everything fails until it is None again."""
    most: int | None = None
    """A file of more bytes is refused as too large."""
    between: Callable[[str], None] | None = None
    """Called with the key between a look at the stored file and the write that follows; not where conditions hold."""
    log: list[tuple[str, str]] = field(default_factory=list)
    """What was asked, with its key."""
    stored: dict[str, Stored] = field(default_factory=dict)
    _turn: int = 0

    def backend(self) -> "ModelBackend":
        """A client of this place."""
        return ModelBackend(self)

    @property
    def files(self) -> dict[str, bytes]:
        """What another program sees there."""
        return {key: each.content for key, each in self.stored.items() if keys.is_shown(key.rpartition("/")[2])}

    def write(self, key: str, content: bytes) -> None:
        """Another program writes."""
        self._turn += 1
        self.stored[key] = Stored(content, self._turn)

    def delete(self, key: str) -> None:
        """Another program deletes."""
        self.stored.pop(key, None)

    def rename(self, key: str, target: str) -> None:
        """Another program renames."""
        self.stored[target] = self.stored.pop(key)

    def tag_of(self, key: str) -> str:
        """Coarse ones do not tell apart what was written within ten turns and has the same size."""
        found = self.stored[key]
        if self.capabilities.tags == "coarse":
            return f"{len(found.content)}-{found.turn // 10}"
        return f"{found.turn}"


class ModelBackend:
    """What the code under test holds."""

    kind = "model"

    def __init__(self, place: Model) -> None:
        self.place = place

    def find(self, key: str) -> Entry | None:
        with self._asked("find", key):
            return self._entry(key)

    @contextmanager
    def open(self, key: str, start: int = 0, length: int | None = None) -> Iterator["_Reading"]:
        with self._asked("open", key):
            found = self.place.stored.get(key)
            if found is None:
                raise MissingError
            reading = _Reading(found.content, self.place.tag_of(key), start, length)
        yield reading

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        with self._asked("entries", prefix):
            self._settle()
            found = [self._entry(key) for key in self.place.files if key.startswith(prefix)]
        yield from [entry for entry in found if entry is not None]

    def put(self, key: str, source: IO[bytes], size: int) -> str:
        content = source.read(size)
        with self._asked("put", key):
            if self.place.most is not None and size > self.place.most:
                raise BackendError("too_large")
            return self._write(key, content)

    def create(self, key: str, content: bytes) -> str:
        with self._asked("create", key):
            if not self.place.capabilities.creates_once:
                is_there = key in self.place.stored
                self._between(key)
            else:
                self._between(key)
                is_there = key in self.place.stored
            if is_there:
                raise ChangedError
            return self._write(key, content)

    def replace(self, key: str, content: bytes, seen: Seen) -> str:
        with self._asked("replace", key):
            way = self.place.capabilities.replaces
            if way == "swap":
                return self._swap(key, content, seen)
            if way == "condition":
                self._between(key)
            self._look(key, seen)
            if way is None:
                self._between(key)
            return self._write(key, content)

    def remove(self, key: str, seen: Seen | None = None) -> None:
        with self._asked("remove", key):
            if key not in self.place.stored:
                return
            if seen is not None:
                self._look(key, seen)
            self.place.delete(key)

    def move(self, key: str, target: str, seen: Seen) -> str:
        with self._asked("move", key):
            if key not in self.place.stored:
                raise MissingError
            self._look(key, seen)
            if target in self.place.stored:
                raise ChangedError
            self.place.rename(key, target)
            return self.place.tag_of(target)

    def close(self) -> None:
        """It holds nothing."""

    @contextmanager
    def _asked(self, what: str, key: str) -> Iterator[None]:
        self.place.log.append((what, key))
        self._strike()
        yield
        self._strike()

    def _strike(self) -> None:
        if self.place.failure is not None:
            raise BackendError(self.place.failure)
        if self.place.weather is not None:
            self.place.weather.strike()

    def _between(self, key: str) -> None:
        if self.place.between is not None:
            self.place.between(key)

    def _look(self, key: str, seen: Seen) -> None:
        found = self.place.stored.get(key)
        if found is None:
            raise ChangedError
        if self.place.capabilities.replaces == "condition":
            if self.place.tag_of(key) != seen.tag:
                raise ChangedError
        elif _hash(found.content) != seen.sha256:
            raise ChangedError

    def _swap(self, key: str, content: bytes, seen: Seen) -> str:
        """In the steps in which a server does it: an end between two of them leaves the name absent."""
        self._look(key, seen)
        self._between(key)
        if key not in self.place.stored:
            raise ChangedError
        folder, slash, name = key.rpartition("/")
        aside = folder + slash + keys.old_name(name, seen.sha256, _hash(content))
        self.place.rename(key, aside)
        self._strike()
        if _hash(self.place.stored[aside].content) != seen.sha256:
            self._settle()
            raise ChangedError
        self._between(key)
        if key in self.place.stored:
            self.place.delete(aside)
            raise ChangedError
        tag = self._write(key, content)
        self._strike()
        self.place.delete(aside)
        return tag

    def _settle(self) -> None:
        for aside in list(self.place.stored):
            folder, slash, name = aside.rpartition("/")
            way = keys.way_of(name)
            if way is None:
                continue
            key = folder + slash + way.name
            if key not in self.place.stored:
                self.place.rename(aside, key)
            elif _hash(self.place.stored[aside].content).startswith(way.seen):
                self.place.delete(aside)
            else:
                self.place.rename(aside, folder + slash + keys.found_name(way.name))

    def _entry(self, key: str) -> Entry | None:
        found = self.place.stored.get(key)
        return None if found is None else Entry(key, len(found.content), self.place.tag_of(key))

    def _write(self, key: str, content: bytes) -> str:
        self.place.write(key, content)
        return self.place.tag_of(key)


class _Reading:
    def __init__(self, content: bytes, tag: str, start: int, length: int | None) -> None:
        self.size = len(content)
        self.tag = tag
        self._rest = io.BytesIO(content[start:] if length is None else content[start : start + length])

    def read(self, most: int = -1) -> bytes:
        return self._rest.read(most)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
