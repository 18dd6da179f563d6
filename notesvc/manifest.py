"""What a backup holds, written beside it: counts, migrations, and the sha256 of every file."""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import orjson

from notesvc.durable import private, sync

NAME = "manifest.json"
FORMAT = "notesvc.backup"
FORMAT_VERSION = 1

Report = Callable[[str], object]
"""Told what is being done, again and again; whoever listens decides how often a person hears of it."""


class DamagedError(Exception):
    """What is stored, or a copy of it, is not whole; the message says where."""


class InvalidBackupError(Exception):
    """The folder holds no backup, or not what its manifest says."""


@dataclass
class Manifest:
    """The facts about a backup. `columns` are those of the table files of a Postgres backup, in restore order.

    `damaged` names texts and files that the disk had changed when it was made, `elsewhere` attachments whose files lie
    at their owners' own places and are not in it; old backups say neither.
    """

    made_at: str
    database: str
    migrations: list[str]
    rows: dict[str, int]
    columns: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    elsewhere: list[dict[str, Any]] = field(default_factory=list)

    @property
    def attachments(self) -> list[str]:
        """The hashes of the attachment files."""
        return [Path(name).name for name in self.files if name.startswith("attachments/")]

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(int(each["size"]) for each in self.files.values())

    def add_files(self, folder: Path, report: Report) -> None:
        """Take note of every file below the folder."""
        for path in files_below(folder):
            name = path.relative_to(folder).as_posix()
            report(f"reading {name}")
            self.files[name] = {"sha256": file_hash(path), "size": path.stat().st_size}

    def write(self, folder: Path) -> None:
        """Write it into the folder, on disk when it returns."""
        with open(folder / NAME, "wb", opener=private) as file:
            file.write(self.as_json())
            file.flush()
            os.fsync(file.fileno())

    def as_json(self) -> bytes:
        """What `parse` reads."""
        content = {"format": FORMAT, "formatVersion": FORMAT_VERSION, **asdict(self)}
        return orjson.dumps(content, option=orjson.OPT_INDENT_2)


def read(folder: Path) -> Manifest:
    """The manifest of a backup. Raises InvalidBackupError."""
    try:
        return parse((folder / NAME).read_bytes(), str(folder))
    except FileNotFoundError:
        raise InvalidBackupError(f"{folder} holds no backup: it has no {NAME}") from None
    except OSError as error:
        raise InvalidBackupError(f"the {NAME} of {folder} cannot be read: {error}") from error


def parse(text: bytes, where: str) -> Manifest:
    """The manifest that was written so; `where` it was is for people. Raises InvalidBackupError."""
    try:
        content = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InvalidBackupError(f"the {NAME} of {where} cannot be read: {error}") from error
    if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
        raise InvalidBackupError(f"{where} holds no backup of notesvc")
    if (version := content.pop("formatVersion", None)) != FORMAT_VERSION:
        raise InvalidBackupError(f"the backup has format {version}; this version of notesvc reads {FORMAT_VERSION}")
    known = {each.name for each in fields(Manifest)}
    try:
        return Manifest(**{name: value for name, value in content.items() if name in known})
    except TypeError as error:
        raise InvalidBackupError(f"the {NAME} of {where} is not complete: {error}") from error


def verify(folder: Path, manifest: Manifest, report: Report) -> None:
    """Compare every file with the manifest. Raises InvalidBackupError, naming the first that differs."""
    for name, facts in manifest.files.items():
        path = folder / name
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise InvalidBackupError(f"the backup names a file outside of itself: {name}")
        report(f"checking {name}")
        if not path.is_file():
            raise InvalidBackupError(f"the backup lacks {name}")
        if path.stat().st_size != facts["size"] or file_hash(path) != facts["sha256"]:
            raise InvalidBackupError(f"{name} is not what it was when the backup was made")


def files_below(folder: Path) -> Iterator[Path]:
    """Every file below the folder, in order."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def file_hash(path: Path) -> str:
    """The sha256 of a file's bytes."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def link_or_copy(source: Path, target: Path) -> None:
    """Have the same bytes in a second place: for files that are never changed, so that one on disk will do."""
    try:
        os.link(source, target)
    except OSError:
        with open(source, "rb") as whole, open(target, "wb", opener=private) as file:
            shutil.copyfileobj(whole, file)
        sync(target)
