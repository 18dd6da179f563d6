"""The readers of archives, one per kind: a new kind is a reader, a line here, and a line in `kinds`."""

import os
from collections.abc import Callable
from pathlib import Path

from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.domain.importing import jobs
from notesvc.domain.importing.archive import Archive
from notesvc.domain.importing.drafts import Errand, Source
from notesvc.domain.importing.kinds import WORKSPACE_FILE
from notesvc.domain.importing.one_file import OneFile
from notesvc.domain.importing.refusals import ArchiveRefused, EntryRefused
from notesvc.domain.importing.vault import Vault
from notesvc.domain.importing.workspace import Workspace

_PIECE = 1024 * 1024


def opened(errand: Errand, folder: Path) -> Source:
    """The reader of the job's file. Raises ArchiveRefused for a file that is damaged."""
    return _READERS[str(errand.job.kind)](errand, folder)


def depth_of(caller: Caller, folder_id: str | None) -> int:
    """How many folders a folder stands in, itself included; 0 for the top."""
    if folder_id is None:
        return 0
    depths = {branch.id: branch.depth + 1 for branch in folders.tree(caller)}
    return depths.get(folder_id, 0)


def _vault(errand: Errand, folder: Path) -> Source:
    return Vault(errand, Archive(_file(errand, folder)))


def _text(errand: Errand, folder: Path) -> Source:
    name = str(errand.job.file_name).lstrip(". ") or "Untitled"
    return Vault(errand, OneFile(_file(errand, folder), name), lambda _: True)


def _workspace_json(errand: Errand, folder: Path) -> Source:
    return Workspace(errand, _file(errand, folder), None)


def _workspace_zip(errand: Errand, folder: Path) -> Source:
    archive = Archive(_file(errand, folder))
    try:
        unpacked = jobs.unpacked_file_of(folder, str(errand.job.id))
        if not unpacked.exists():
            _unpack(archive, unpacked)
        return Workspace(errand, unpacked, archive)
    except BaseException:
        archive.close()
        raise


def _file(errand: Errand, folder: Path) -> Path:
    return jobs.file_of(folder, str(errand.job.id))


def _unpack(archive: Archive, target: Path) -> None:
    """Put the JSON of the archive where single notes can be read from it; all of it or nothing."""
    index = next(entry.index for entry in archive.entries() if entry.name == WORKSPACE_FILE)
    new = target.with_suffix(f".{os.getpid()}.new")
    try:
        with archive.opened(index) as stream, open(new, "wb", opener=_private) as file:
            while piece := stream.read(_PIECE):
                file.write(piece)
        os.replace(new, target)
    except EntryRefused as refusal:
        raise ArchiveRefused(f"{WORKSPACE_FILE} cannot be read: {refusal}") from refusal
    finally:
        new.unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


_READERS: dict[str, Callable[[Errand, Path], Source]] = {
    "vault": _vault,
    "text": _text,
    "workspace-zip": _workspace_zip,
    "workspace-json": _workspace_json,
}
