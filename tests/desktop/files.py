"""People who keep files beside their notes, in a folder and in the service, and name them in notes."""

import os
import posixpath
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, unquote

from tests.desktop.disks import Place
from tests.desktop.ledger import Ledger

NAMES = ["a.png", "A.png", "b c.pdf", "Übung.jpg"]
_LINK = re.compile(r"!\[\]\(([^)]*)\)")
_THERE = re.compile(r"/files/([0-9a-f-]{36})/.*")

Named = list[tuple[str, bytes | None]]
"""The lines of a text that name files, and what the files hold; None for one that is not there."""


class Cabinet(Protocol):
    """What people do with files in the service."""

    def add_file(self, name: str, data: bytes) -> str: ...
    def delete_file(self, attachment_id: str) -> None: ...
    def live_files(self) -> dict[str, bytes]: ...
    def live_notes(self) -> dict[str, dict[str, object]]: ...
    def change_note(self, note_id: str, **fields: object) -> None: ...


class FilesThere:
    """Somebody with the web app, which uploads what is dropped into a note."""

    def __init__(self, service: Cabinet, ledger: Ledger, random_source: random.Random) -> None:
        self._service, self._ledger, self._random = service, ledger, random_source

    def act(self) -> None:
        self._random.choice([self._add, self._add, self._name, self._delete])()

    def _add(self) -> None:
        name = self._random.choice(NAMES)
        self._name_in_note(self._service.add_file(name, self._ledger.file()), name)

    def _name(self) -> None:
        if files := sorted(self._service.live_files()):
            self._name_in_note(self._random.choice(files), "x")

    def _name_in_note(self, attachment_id: str, name: str) -> None:
        if notes := sorted(self._service.live_notes()):
            note = self._random.choice(notes)
            content = str(self._service.live_notes()[note]["content"])
            line = f"{self._ledger.line()} ![](/files/{attachment_id}/{quote(name, safe='')})\n"
            self._service.change_note(note, content=f"{content}{line}")

    def _delete(self) -> None:
        """One that no note names, as the service does when its note is erased."""
        texts = "".join(str(note["content"]) for note in self._service.live_notes().values())
        unnamed = sorted(each for each in self._service.live_files() if each not in texts)
        if unnamed:
            gone = self._random.choice(unnamed)
            self._ledger.remove_file(self._service.live_files()[gone])
            self._service.delete_file(gone)


class FilesHere:
    """Somebody with a file manager, and programs that change pictures."""

    def __init__(
        self,
        place: Place,
        ledger: Ledger,
        random_source: random.Random,
        folders: Callable[[], list[Path]],
        notes: Callable[[], list[Path]],
    ) -> None:
        self._place, self._ledger, self._random = place, ledger, random_source
        self._folders, self._notes = folders, notes

    def act(self) -> None:
        acts = [self._add, self._add, self._name, self._name, self._change, self._save_anew, self._move, self._swap]
        self._random.choice([*acts, self._copy, self._delete])()

    def files(self) -> list[Path]:
        root = Path(self._place.root)
        found = [path for path in root.rglob("*") if path.suffix in (".png", ".pdf", ".jpg", ".txt")]
        return sorted(path for path in found if path.is_file() and ".notesvc" not in path.parts)

    def _some(self) -> Path | None:
        files = self.files()
        return self._random.choice(files) if files else None

    def _free(self) -> Path | None:
        folder = self._random.choice(self._folders())
        name = str((folder / self._random.choice(NAMES)).relative_to(self._place.root))
        path = self._place.full(name)
        return None if os.path.lexists(path) else Path(path)

    def _write(self, path: Path) -> None:
        path.write_bytes(self._ledger.file())
        self._place.touch(path)

    def _add(self) -> None:
        if (path := self._free()) is not None:
            self._write(path)
            self._name_in_note(path)

    def _name(self) -> None:
        if (path := self._some()) is not None:
            self._name_in_note(path)

    def _name_in_note(self, path: Path) -> None:
        if notes := self._notes():
            note = self._random.choice(notes)
            address = quote(os.path.relpath(path, note.parent))
            self._place.write(note, f"{note.read_text()}{self._ledger.line()} ![]({address})\n")

    def _change(self) -> None:
        if (path := self._some()) is not None:
            self._ledger.remove_file(path.read_bytes())
            self._write(path)

    def _save_anew(self) -> None:
        if (path := self._some()) is not None:
            self._forget(path)
            self._write(path)

    def _move(self) -> None:
        path, target = self._some(), self._free()
        if path is not None and target is not None:
            path.rename(target)

    def _copy(self) -> None:
        path, target = self._some(), self._free()
        if path is not None and target is not None:
            shutil.copy(path, target)
            self._place.touch(target)

    def _swap(self) -> None:
        files = self.files()
        if len(files) > 1:
            one, other = self._random.sample(files, 2)
            aside = one.with_name(".swapping")
            one.rename(aside)
            other.rename(one)
            aside.rename(other)

    def _delete(self) -> None:
        if (path := self._some()) is not None:
            self._forget(path)

    def _forget(self, path: Path) -> None:
        self._ledger.remove_file(path.read_bytes())
        self._place.release(str(path.relative_to(self._place.root)))
        path.unlink()


def plain(text: str) -> str:
    """The text without the addresses of files, which are others here and there."""
    return _LINK.sub("![]", text)


def named_there(content: str, files: dict[str, bytes]) -> Named:
    """What the content of a note names."""
    found: Named = []
    for line in content.splitlines():
        for address in _LINK.findall(line):
            is_there = _THERE.fullmatch(address)
            found.append((plain(line), files.get(is_there[1]) if is_there else None))
    return found


def named_here(place: Place, note: Path) -> Named:
    """What the file of a note names."""
    found: Named = []
    folder = str(note.parent.relative_to(place.root))
    for line in note.read_text().splitlines():
        for address in _LINK.findall(line):
            path = posixpath.normpath(posixpath.join(folder, unquote(address)))
            target = Path(place.full(path)) if not path.startswith("..") else note.parent / "nowhere"
            found.append((plain(line), target.read_bytes() if target.is_file() else None))
    return found
