"""Brings a backup back from elsewhere as the folder that it was, or parts of it."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from notesvc import durable, manifest
from notesvc.backups.place import Place
from notesvc.backups.sealing import DamagedObjectError
from notesvc.manifest import InvalidBackupError, Manifest, Report


def fetch(
    place: Place, found: Manifest, folder: Path, report: Report = str, wanted: Callable[[str], bool] = lambda _: True
) -> list[str]:
    """Put the backup's files whose names are `wanted` into the folder; answers the names of those that are damaged.

    Files that are there already, and whole, stay: a fetch that was broken off is gone on with. Raises BackendError.
    """
    durable.make_folder(folder)
    damaged = []
    for name, facts in found.files.items():
        if not wanted(name):
            continue
        path = _inside(folder, name)
        if path.is_file() and path.stat().st_size == facts["size"] and manifest.file_hash(path) == facts["sha256"]:
            continue
        report(f"fetching {name}")
        durable.make_folder(path.parent)
        try:
            durable.write_pieces(path, _refusing_others(_pieces(place, facts), name, facts["sha256"]))
        except DamagedObjectError:
            damaged.append(name)
    return damaged


def damaged_objects(place: Place, found: Manifest, wanted: Callable[[str], bool]) -> Iterator[str]:
    """The names of the objects of the `wanted` files that are missing or not what they were."""
    for name, facts in found.files.items():
        if not wanted(name):
            continue
        for piece in place.pieces(facts["sha256"], facts["size"]):
            try:
                place.get(piece)
            except DamagedObjectError:
                yield piece


def _pieces(place: Place, facts: dict[str, object]) -> Iterator[bytes]:
    return (place.get(name) for name in place.pieces(str(facts["sha256"]), int(str(facts["size"]))))


def _refusing_others(pieces: Iterator[bytes], name: str, sha256: str) -> Iterator[bytes]:
    hashing = hashlib.sha256()
    for piece in pieces:
        hashing.update(piece)
        yield piece
    if hashing.hexdigest() != sha256:
        raise DamagedObjectError(name)


def _inside(folder: Path, name: str) -> Path:
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise InvalidBackupError(f"the backup names a file outside of itself: {name}")
    return folder / name
