"""The readers of archives, one per kind: a new kind is a reader, a line here, and a line in `detection`."""

import os
from collections.abc import Callable
from pathlib import Path

from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.domain.importing import jobs
from notesvc.domain.importing.archive import Archive
from notesvc.domain.importing.detection import WORKSPACE_FILE
from notesvc.domain.importing.drafts import ImportContext, Source
from notesvc.domain.importing.errors import ArchiveRefusedError, EntryRefusedError
from notesvc.domain.importing.one_file import OneFile
from notesvc.domain.importing.vault import Vault
from notesvc.domain.importing.workspace import Workspace

_PIECE = 1024 * 1024


def open_source(context: ImportContext, folder: Path) -> Source:
    """The reader of the job's file. Raises ArchiveRefusedError for a file that is damaged."""
    return _READERS[str(context.job.kind)](context, folder)


def depth_of(caller: Caller, folder_id: str | None) -> int:
    """How many folders a folder stands in, itself included; 0 for the top."""
    if folder_id is None:
        return 0
    depths = {branch.id: branch.depth + 1 for branch in folders.tree(caller)}
    return depths.get(folder_id, 0)


def _vault(context: ImportContext, folder: Path) -> Source:
    return Vault(context, Archive(_file(context, folder)))


def _text(context: ImportContext, folder: Path) -> Source:
    name = str(context.job.file_name).lstrip(". ") or "Untitled"
    return Vault(context, OneFile(_file(context, folder), name), lambda _: True)


def _workspace_json(context: ImportContext, folder: Path) -> Source:
    return Workspace(context, _file(context, folder), None)


def _workspace_zip(context: ImportContext, folder: Path) -> Source:
    archive = Archive(_file(context, folder))
    try:
        unpacked = jobs.unpacked_file_of(folder, str(context.job.id))
        if not unpacked.exists():
            _unpack(archive, unpacked)
        return Workspace(context, unpacked, archive)
    except BaseException:
        archive.close()
        raise


def _file(context: ImportContext, folder: Path) -> Path:
    return jobs.file_of(folder, str(context.job.id))


def _unpack(archive: Archive, target: Path) -> None:
    """Put the JSON of the archive where single notes can be read from it; all of it or nothing."""
    index = next(entry.index for entry in archive.entries() if entry.name == WORKSPACE_FILE)
    new = target.with_suffix(f".{os.getpid()}.new")
    try:
        with archive.open_entry(index) as stream, open(new, "wb", opener=_private) as file:
            while piece := stream.read(_PIECE):
                file.write(piece)
        os.replace(new, target)
    except EntryRefusedError as refusal:
        raise ArchiveRefusedError(f"{WORKSPACE_FILE} cannot be read: {refusal}") from refusal
    finally:
        new.unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


_READERS: dict[str, Callable[[ImportContext, Path], Source]] = {
    "vault": _vault,
    "text": _text,
    "workspace-zip": _workspace_zip,
    "workspace-json": _workspace_json,
}
