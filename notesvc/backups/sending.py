"""Makes a backup and sends what is not there yet; the manifest goes last."""

import hashlib
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from notesvc import backup, manifest
from notesvc.backup import BackupError
from notesvc.backups import outlying, scratch, sealing
from notesvc.backups.place import Place
from notesvc.config import Settings
from notesvc.manifest import Manifest, Report

_SCRATCH = ".sending"
_ATTACHMENTS = "attachments/"


@dataclass(frozen=True)
class Sent:
    """A backup that is there now: its moment, and how many objects and bytes were sent for it."""

    id: str
    manifest: Manifest
    objects: int
    bytes: int


def make(settings: Settings, place: Place, report: Report = str, *, again: Collection[str] = ()) -> Sent:
    """Back up everything into the place while the service goes on; it is good when this returns.

    What is there is not sent again, but for the objects `again`, which are damaged. Needs the turn (`turn.alone`).
    Raises BackupError and BackendError; what was sent until then is used the next time.
    """
    folder = settings.backups / _SCRATCH
    shutil.rmtree(folder, ignore_errors=True)
    scratch.sweep(settings)
    try:
        backup.make(settings, folder, report)
        return send(place, folder, report, again=again)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def send(place: Place, folder: Path, report: Report = str, *, again: Collection[str] = ()) -> Sent:
    """Send the backup in the folder, as `make` does."""
    found = manifest.read(folder)
    there = {name: size for name, size in place.objects().items() if name not in again}
    objects = size = 0
    for name in found.files:
        report(f"sending {name}")
        for put in _send_file(place, folder, name, found, there):
            objects, size = objects + 1, size + put
    for facts in found.elsewhere[:]:
        report(f"sending the file {facts['sha256']} from {facts['where']}")
        for put in _send_outlying(place, folder, facts, found, there):
            objects, size = objects + 1, size + put
    if missing := place.objects_of(found) - place.objects().keys():
        raise BackupError(
            f"{len(missing)} of the objects that were sent are not there: the place keeps not what it took"
        )
    return Sent(place.put_backup(found), found, objects, size)


def _send_outlying(
    place: Place, folder: Path, facts: dict[str, Any], found: Manifest, there: dict[str, int]
) -> Iterator[int]:
    """Have a file that lies elsewhere in the backup: as it is there already, or fetched; else it stays named."""
    name, size = outlying.name_of(facts["sha256"]), int(facts["size"])
    file = {"sha256": facts["sha256"], "size": size}
    pieces = place.pieces(facts["sha256"], size)
    if all(there.get(piece) == _size_of(number, size) for number, piece in enumerate(pieces)):
        found.files[name] = file
        found.elsewhere.remove(facts)
        return
    with outlying.fetch(facts, folder) as is_there:
        if is_there:
            found.files[name] = file
            found.elsewhere.remove(facts)
            yield from _send_file(place, folder, name, found, there)


def _send_file(place: Place, folder: Path, name: str, found: Manifest, there: dict[str, int]) -> Iterator[int]:
    """Send what is missing of a file; yields the bytes of each object."""
    sha256, size = str(found.files[name]["sha256"]), int(found.files[name]["size"])
    pieces = place.pieces(sha256, size)
    deflates = not name.startswith(_ATTACHMENTS)
    if not deflates and all(there.get(piece) == _size_of(number, size) for number, piece in enumerate(pieces)):
        return
    hashing = hashlib.sha256()
    with open(folder / name, "rb") as file:
        for piece in pieces:
            content = file.read(sealing.PIECE)
            hashing.update(content)
            packed = sealing.pack(content, deflates=deflates)
            if there.get(piece) == sealing.sealed_size(len(packed)):
                continue
            place.put(piece, packed)
            there[piece] = sealing.sealed_size(len(packed))
            yield there[piece]
    if hashing.hexdigest() != sha256:
        raise BackupError(f"{name} is not what it was when the backup was checked: the disk fails")


def _size_of(number: int, size: int) -> int:
    """Bytes of the object of an attachment's piece, which is not deflated."""
    left = min(sealing.PIECE, size - number * sealing.PIECE)
    return sealing.sealed_size(1 + left)
