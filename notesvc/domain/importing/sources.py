"""The readers of archives, one per kind: a new kind is a reader, a line here, and a line in `kinds`."""

from pathlib import Path

from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.domain.importing import jobs
from notesvc.domain.importing.archive import Archive
from notesvc.domain.importing.drafts import Errand, Source
from notesvc.domain.importing.one_file import OneFile
from notesvc.domain.importing.vault import Vault


def opened(errand: Errand, folder: Path) -> Source:
    """The reader of the job's file. Raises ArchiveRefused for a file that is damaged, or has gone."""
    job_id = str(errand.job.id)
    path = jobs.file_of(folder, job_id)
    kind = errand.job.kind
    if kind == "text":
        return Vault(errand, OneFile(path, str(errand.job.file_name)), lambda _: True)
    return Vault(errand, Archive(path))


def depth_of(caller: Caller, folder_id: str | None) -> int:
    """How many folders a folder stands in, itself included; 0 for the top."""
    if folder_id is None:
        return 0
    depths = {branch.id: branch.depth + 1 for branch in folders.tree(caller)}
    return depths.get(folder_id, 0)
