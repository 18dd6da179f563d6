"""People who work in a folder and in the service; each line that they write is told apart from all others."""

import os
import random
import shutil
from pathlib import Path
from typing import Protocol

from tests.desktop.disks import Place
from tests.desktop.files import FilesHere, FilesThere
from tests.desktop.ledger import Ledger
from tests.desktop.rough_hands import RoughHands

NAMES = ["Plan", "plan", "Idee", "Übung", "U\u0308bung", "a b", "List"]
FOLDERS = ["Work", "work", "Home", "Träume"]
DAYS = ["2026-11-21", "2026-11-22", "Plan"]


class Workspace(Protocol):
    """What people do in the service."""

    def create_note(self, name: str, content: str, parent: str | None = None) -> str: ...
    def change_note(self, note_id: str, **fields: object) -> None: ...
    def delete_note(self, note_id: str) -> None: ...
    def create_folder(self, name: str, parent: str | None = None) -> str: ...
    def change_folder(self, folder_id: str, **fields: object) -> None: ...
    def delete_folder(self, folder_id: str) -> None: ...
    def below(self, folder_id: str) -> list[str]: ...
    def notes_in(self, folder_id: str | None) -> list[str]: ...
    def live_notes(self) -> dict[str, dict[str, object]]: ...
    def live_folders(self) -> dict[str, dict[str, object]]: ...
    def add_file(self, name: str, data: bytes) -> str: ...
    def delete_file(self, attachment_id: str) -> None: ...
    def live_files(self) -> dict[str, bytes]: ...


class AtTheService:
    """Somebody with the web app."""

    def __init__(self, service: Workspace, ledger: Ledger, random_source: random.Random) -> None:
        self._service, self._ledger, self._random = service, ledger, random_source
        self._files = FilesThere(service, ledger, random_source)

    def act(self) -> None:
        acts = [self._create, self._edit, self._edit, self._edit, self._rename, self._move, self._delete]
        folders = [self._create_folder, self._rename_folder, self._move_folder, self._delete_folder]
        self._random.choice([*acts, self._random.choice(folders), self._files.act])()

    def _note(self) -> str | None:
        notes = sorted(self._service.live_notes())
        return self._random.choice(notes) if notes else None

    def _folder(self) -> str | None:
        return self._random.choice([None, *sorted(self._service.live_folders())])

    def _create(self) -> None:
        self._service.create_note(self._random.choice(NAMES), self._ledger.text(self._random), self._folder())

    def _edit(self) -> None:
        if (note := self._note()) is not None:
            content = str(self._service.live_notes()[note]["content"])
            self._service.change_note(note, content=self._ledger.edit(content, self._random))

    def _rename(self) -> None:
        if (note := self._note()) is not None:
            self._service.change_note(note, name=self._random.choice(NAMES))

    def _move(self) -> None:
        if (note := self._note()) is not None:
            self._service.change_note(note, parentId=self._folder())

    def _delete(self) -> None:
        if (note := self._note()) is not None:
            self._ledger.remove(str(self._service.live_notes()[note]["content"]))
            self._service.delete_note(note)

    def _create_folder(self) -> None:
        if len(self._service.live_folders()) < 6:
            self._service.create_folder(self._random.choice(FOLDERS), self._folder())

    def _rename_folder(self) -> None:
        if (folder := self._folder()) is not None:
            self._service.change_folder(folder, name=self._random.choice(FOLDERS))

    def _move_folder(self) -> None:
        folder, target = self._folder(), self._folder()
        if folder is not None and target not in self._service.below(folder):
            self._service.change_folder(folder, parentId=target)

    def _delete_folder(self) -> None:
        if (folder := self._folder()) is not None:
            for each in self._service.below(folder):
                for note in self._service.notes_in(each):
                    self._ledger.remove(str(self._service.live_notes()[note]["content"]))
            self._service.delete_folder(folder)


class AtTheFolder:
    """Somebody with an editor and a file manager; on a disk without case they work by its spelling."""

    def __init__(self, place: Place, ledger: Ledger, random_source: random.Random) -> None:
        self._place, self._ledger, self._random = place, ledger, random_source
        self.hands = RoughHands(place, ledger, random_source, self.files)
        self.cabinet = FilesHere(place, ledger, random_source, self._folders, self.files)

    def act(self) -> None:
        acts = [self._create, self._edit, self._edit, self._edit, self._move, self._rename, self._delete, self._copy]
        folders = [self._make_folder, self._move_folder, self._delete_folder, self.hands.swap]
        self._random.choice([*acts, self._random.choice(folders), self.hands.act, self.cabinet.act])()

    def sort(self) -> None:
        """Put things elsewhere."""
        self._random.choice([self._move, self._move, self._rename, self._move_folder, self.hands.swap])()

    def files(self) -> list[Path]:
        root = Path(self._place.root)
        found = [path for path in root.rglob("*.md") if not _is_hidden(path.relative_to(root))]
        return sorted(path for path in found if path.is_file())

    def _folders(self) -> list[Path]:
        root = Path(self._place.root)
        found = [path for path in root.rglob("*") if path.is_dir() and not _is_hidden(path.relative_to(root))]
        return [root, *sorted(found)]

    def _file(self) -> Path | None:
        files = self.files()
        return self._random.choice(files) if files else None

    def _free(self, folder: Path, name: str) -> Path | None:
        path = self._place.full(str((folder / name).relative_to(self._place.root)))
        return None if os.path.lexists(path) else Path(path)

    def _create(self) -> None:
        folder = self._random.choice(self._folders())
        names = DAYS if folder.name == "Journal" else NAMES
        target = self._free(folder, f"{self._random.choice(names)}.md")
        if target is not None:
            self._place.write(target, self._ledger.text(self._random))

    def _edit(self) -> None:
        if (path := self._file()) is None:
            return
        text = self._ledger.edit(path.read_text(), self._random)
        self._random.choice([_save_in_place, _save_by_rename, _save_with_backup, _save_anew])(self._place, path, text)

    def _rename(self) -> None:
        if (path := self._file()) is not None:
            target = self._free(path.parent, f"{self._random.choice(NAMES)}.md")
            if target is not None:
                path.rename(target)

    def _move(self) -> None:
        if (path := self._file()) is not None:
            target = self._free(self._random.choice(self._folders()), path.name)
            if target is not None:
                path.rename(target)

    def _copy(self) -> None:
        if (path := self._file()) is not None:
            target = self._free(self._random.choice(self._folders()), f"{self._random.choice(NAMES)}.md")
            if target is not None:
                shutil.copy(path, target)

    def _delete(self) -> None:
        if (path := self._file()) is not None:
            self._forget(path)

    def _make_folder(self) -> None:
        target = self._free(self._random.choice(self._folders()), self._random.choice(FOLDERS))
        if target is not None and len(self._folders()) < 7:
            target.mkdir()

    def _move_folder(self) -> None:
        folder, target = self._random.choice(self._folders()), self._random.choice(self._folders())
        if folder == Path(self._place.root) or folder in (target, *target.parents):
            return
        free = self._free(target, self._random.choice([folder.name, *FOLDERS]))
        if free is not None:
            folder.rename(free)

    def _delete_folder(self) -> None:
        folder = self._random.choice(self._folders())
        if folder == Path(self._place.root):
            return
        for path in sorted(folder.rglob("*.md")):
            self._ledger.remove(path.read_text())
        for path in self.cabinet.files():
            if folder in path.parents:
                self._ledger.remove_file(path.read_bytes())
        for path in [*sorted(folder.rglob("*")), folder]:
            self._place.release(str(path.relative_to(self._place.root)))
        shutil.rmtree(folder)

    def _forget(self, path: Path) -> None:
        self._ledger.remove(path.read_text())
        self._place.release(str(path.relative_to(self._place.root)))
        path.unlink()


def _save_in_place(place: Place, path: Path, text: str) -> None:
    place.write(path, text)


def _save_by_rename(place: Place, path: Path, text: str) -> None:
    aside = path.with_name(".saving")
    place.write(aside, text)
    place.release(str(path.relative_to(place.root)))
    aside.replace(path)


def _save_with_backup(place: Place, path: Path, text: str) -> None:
    backup = path.with_name(f"{path.name}~")
    backup.unlink(missing_ok=True)
    path.rename(backup)
    place.write(path, text)
    place.release(str(backup.relative_to(place.root)))
    backup.unlink()


def _save_anew(place: Place, path: Path, text: str) -> None:
    place.release(str(path.relative_to(place.root)))
    path.unlink()
    place.write(path, text)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
