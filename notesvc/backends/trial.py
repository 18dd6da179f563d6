"""The steps of the test of a place for files, in their order; each writes down what it finds."""

import contextlib
import hashlib
import io
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from notesvc.backends import keys
from notesvc.backends.backend import Backend, Capabilities, Seen
from notesvc.backends.causes import DETAILS, BackendError, ChangedError, MissingError

_AT_ONCE = 8
_WEAK_SECONDS = 1.5
_AGAIN = frozenset(("cut_upload", "range", "names_case", "names_spelling", "delete"))
_AFTER_RACES = _AGAIN | {"tags"}
_SETTLING_SECONDS = 0.5
_HALF = b"half of it" * 20_000


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was tried: whether it holds, and a sentence for people."""

    name: str
    ok: bool
    detail: str


class _Place(Backend, Protocol):
    """What the test needs beside what a backend promises."""

    def write_as_others(self, key: str, content: bytes) -> None: ...

    def drop_folder(self, folder: str) -> None: ...


class _FailsError(Exception):
    """A step that does not hold; the place can be used all the same."""


class Trial:
    """One run of all steps."""

    def __init__(self, opener: Callable[[], Backend], hoped: Capabilities) -> None:
        self.backend = opener()
        self.found = hoped
        self.steps: list[Step] = []
        self.cause: str | None = None
        self._opener = opener
        self._folder = keys.new_name("test")

    def run(self) -> None:
        """Try everything. Raises nothing: what fails is a step that is not ok."""
        needed = (("write", self._write), ("read", self._read), ("list", self._list), ("large", self._large))
        tried = (
            ("create_once", self._create_once),
            ("create_race", self._create_race),
            ("replace", self._replace),
            ("replace_race", self._replace_race),
            ("cut_upload", self._cut_upload),
            ("tags", self._tags),
            ("range", self._range),
            ("names_case", self._names_case),
            ("names_spelling", self._names_spelling),
        )
        for name, act in needed:
            if not self._step(name, act):
                break
        else:
            for name, act in tried:
                self._step(name, act)
        self._step("delete", self._delete)

    def _step(self, name: str, act: Callable[[], str]) -> bool:
        """Whether to go on."""
        if self.cause is not None and name != "delete":
            return False
        try:
            self.steps.append(Step(name, True, self._settle(name, act)))
        except _FailsError as error:
            self.steps.append(Step(name, False, str(error)))
        except BackendError as error:
            self._fail(name, error.cause, error.detail)
        except (ChangedError, MissingError):
            self._fail(name, "garbled", DETAILS["garbled"])
        return self.cause is None

    def _settle(self, name: str, act: Callable[[], str]) -> str:
        """What it finds once that has settled which eight at once have stirred up."""
        before = self.found
        if name in _AGAIN:
            with contextlib.suppress(BackendError, ChangedError, MissingError, _FailsError):
                return act()
            self.found = before
        if name in _AFTER_RACES:
            with contextlib.suppress(ChangedError, MissingError):
                return act()
            self.found = before
            time.sleep(_SETTLING_SECONDS)
        return act()

    def _fail(self, name: str, cause: str, detail: str) -> None:
        self.steps.append(Step(name, False, detail))
        self.cause = self.cause or cause

    def _write(self) -> str:
        self.backend.put(self._key("first.txt"), io.BytesIO(b"before"), 6)
        self.backend.put(self._key("first.txt"), io.BytesIO(b"first"), 5)
        return "A file was written, and written over."

    def _read(self) -> str:
        entry = self.backend.find(self._key("first.txt"))
        if entry is None or entry.size != 5 or self._text("first.txt") != b"first":
            raise BackendError("damaged")
        return "It came back as it was."

    def _list(self) -> str:
        if [entry.key for entry in self.backend.entries(f"{self._folder}/")] != [self._key("first.txt")]:
            raise BackendError("garbled", "The listing of the folder does not show the file that was written.")
        return "The listing shows it."

    def _large(self) -> str:
        content = hashlib.sha256(b"large").digest() * 40_000
        self.backend.put(self._key("deep/er/large"), io.BytesIO(content), len(content))
        if self._text("deep/er/large") != content:
            raise BackendError("damaged")
        return "A larger file in folders of its own came back as it was."

    def _create_once(self) -> str:
        self.backend.create(self._key("once.txt"), b"one")
        with contextlib.suppress(ChangedError):
            self.backend.create(self._key("once.txt"), b"two")
            self.found = replace(self.found, creates_once=False, replaces=None)
            raise _FailsError("A file that is there is written over when it should only be made.")
        return "A file that is there is not made a second time."

    def _create_race(self) -> str:
        winners = self._race(lambda backend, number: backend.create(self._key("race.txt"), b"%d" % number))
        return self._judge_race(winners, "made")

    def _replace(self) -> str:
        if self.found.replaces is None:
            raise _FailsError("Changes of others cannot be told from our own.")
        key = self._key("first.txt")
        with contextlib.suppress(ChangedError):
            self.backend.replace(key, b"wrong", _seen("0" * 32, b"something else"))
            self.found = replace(self.found, replaces=None)
            raise _FailsError("A file that somebody has changed is written over all the same.")
        entry = self.backend.find(key)
        assert entry is not None
        self.backend.replace(key, b"second", _seen(entry.tag, b"first"))
        if self._text("first.txt") != b"second":
            raise BackendError("damaged")
        return "A file is replaced where it is what was seen, and left alone where it is not."

    def _replace_race(self) -> str:
        if self.found.replaces is None:
            raise _FailsError("Changes of others cannot be told from our own.")
        key = self._key("first.txt")
        entry = self.backend.find(key)
        assert entry is not None
        seen = _seen(entry.tag, b"second")
        winners = self._race(lambda backend, number: backend.replace(key, b"%d" % number, seen))
        return self._judge_race(winners, "replaced")

    def _judge_race(self, winners: int, what: str) -> str:
        detail = f"Of {_AT_ONCE} at once, {winners} {what} the file."
        if winners > 1 and self.found.replaces == "condition":
            self.found = replace(self.found, creates_once=False, replaces=None)
        if winners > 1:
            raise _FailsError(detail)
        return detail

    def _cut_upload(self) -> str:
        before = self._text("first.txt")
        with contextlib.suppress(BackendError, _CutError):
            self.backend.put(self._key("first.txt"), _Cut(), len(_HALF) * 2)
        self.backend.close()
        if self._text("first.txt") != before:
            self.found = replace(self.found, puts_whole=False)
            raise _FailsError("An upload that breaks off leaves half a file.")
        return "An upload that breaks off leaves the file as it was."

    def _tags(self) -> str:
        place: _Place = self.backend  # type: ignore[assignment]
        tags = []
        for number in range(3):
            place.write_as_others(self._key("tags.txt"), b"%d" % number)
            tags.append(self._tag("tags.txt"))
        if len(set(tags)) < len(tags) and all(tag.startswith("W/") for tag in tags):
            # Some are weak for as long as another change may have the same, and another tag afterwards.
            time.sleep(_WEAK_SECONDS)
            tags = ["W/", self._tag("tags.txt")[:2]]
        if len(set(tags)) < len(tags):
            self.found = replace(self.found, tags="coarse")
            raise _FailsError("Two changes within one second may look like one: all files are read to find changes.")
        return "Every change is seen at once."

    def _range(self) -> str:
        with self.backend.open(self._key("deep/er/large"), 32, 32) as reading:
            is_part = getattr(reading, "is_part", True)
            is_right = reading.read() == hashlib.sha256(b"large").digest()
        if not is_right:
            raise BackendError("damaged")
        if not is_part:
            self.found = replace(self.found, ranges=False)
            raise _FailsError("The server sends whole files only.")
        return "A part of a file can be read."

    def _names_case(self) -> str:
        if not self._are_two("Name.txt", "name.TXT"):
            self.found = replace(self.found, tells_case=False)
            raise _FailsError("Names that differ in upper and lower case alone are one name there.")
        return "Names that differ in case alone are two."

    def _names_spelling(self) -> str:
        if not self._are_two("\u00e4.txt", "a\u0308.txt"):
            self.found = replace(self.found, keeps_spelling=False)
            raise _FailsError("Names that look the same but are spelled with other characters are one name there.")
        return "Names are kept as they are spelled."

    def _delete(self) -> str:
        place: _Place = self.backend  # type: ignore[assignment]
        for entry in list(self.backend.entries(f"{self._folder}/")):
            self.backend.remove(entry.key)
        place.drop_folder(self._folder)
        if list(self.backend.entries(f"{self._folder}/")):
            raise BackendError("forbidden", "Files can be written there, but not deleted.")
        return "Files can be deleted; nothing of the test is left."

    def _tag(self, name: str) -> str:
        entry = self.backend.find(self._key(name))
        if entry is None:
            raise BackendError("damaged")
        return entry.tag

    def _are_two(self, one: str, other: str) -> bool:
        for name in (one, other):
            self.backend.put(self._key(f"names/{name}"), io.BytesIO(name.encode()), len(name.encode()))
        listing = {entry.key for entry in self.backend.entries(f"{self._folder}/names/")}
        found = [self._text(f"names/{name}") == name.encode() for name in (one, other)]
        return all(found) and {self._key(f"names/{name}") for name in (one, other)} <= listing

    def _race(self, act: Callable[[Backend, int], object]) -> int:
        def compete(number: int) -> bool:
            with contextlib.closing(self._opener()) as backend, contextlib.suppress(ChangedError, BackendError):
                act(backend, number)
                return True
            return False

        with ThreadPoolExecutor(_AT_ONCE) as pool:
            return sum(pool.map(compete, range(_AT_ONCE)))

    def _key(self, name: str) -> str:
        return f"{self._folder}/{name}"

    def _text(self, name: str) -> bytes:
        with self.backend.open(self._key(name)) as reading:
            return reading.read()


class _CutError(Exception):
    """Here the upload breaks off."""


class _Cut(io.BytesIO):
    """A source that breaks off in the middle of what it has promised."""

    def __init__(self) -> None:
        super().__init__(_HALF)

    def read(self, size: int | None = -1) -> bytes:
        found = super().read(size)
        if not found:
            raise _CutError
        return found


def _seen(tag: str, content: bytes) -> Seen:
    return Seen(tag, hashlib.sha256(content).hexdigest())
