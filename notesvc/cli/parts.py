"""`notesvc restore --workspace`: a workspace or a note of a backup beside what is there, by an import."""

import argparse
import dataclasses
import functools
import itertools
from pathlib import Path

from notesvc import clock, database, durable, manifest
from notesvc.backups import fetching, parts
from notesvc.backups.place import Place
from notesvc.cli import accounts, archives
from notesvc.cli.commands import complain, opened_database, progress
from notesvc.config import Settings
from notesvc.domain import folders, trash
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.manifest import InvalidBackupError, Manifest
from notesvc.models import Note

_DAMAGED = 3


def bring_back(arguments: argparse.Namespace, folder: Path, found: Manifest, place: Place | None) -> int:
    """Bring back the workspace, or its note, of the backup in the folder; or of the place, by way of the folder."""
    with opened_database() as settings:
        caller = users.caller_of(accounts.account(arguments.workspace), "import")
        _have_database(folder, found, place)
        durable.make_folder(settings.imports)
        into = settings.imports / f".restored-{clock.new_id()}"
        wanted = parts.Selection(
            caller.user_id,
            arguments.workspace,
            arguments.note,
            into,
            functools.partial(_have_files, folder, found, place),
        )
        try:
            part = parts.take_out(settings, folder, found, wanted, progress())
            with database.connection():
                code = _bring_in(settings, caller, part, into, f"Restored {found.made_at[:10]}")
        finally:
            into.unlink(missing_ok=True)
    for each in part.damaged:
        print(f"damaged: {each}")
    return code or (complain(f"{len(part.damaged)} damaged in the backup", _DAMAGED) if part.damaged else 0)


def _have_database(folder: Path, found: Manifest, place: Place | None) -> None:
    """Have the files of the notes in the folder, whole. Raises InvalidBackupError."""
    files = {name: facts for name, facts in found.files.items() if parts.is_of_database(name)}
    if place is None:
        manifest.verify(folder, dataclasses.replace(found, files=files), progress())
    elif lost := fetching.fetch(place, found, folder, progress(), files.__contains__):
        raise InvalidBackupError(f"{lost[0]} of the backup is damaged or missing there")


def _have_files(folder: Path, found: Manifest, place: Place | None, hashes: set[str]) -> None:
    """Have the attachments of these hashes in the folder, as far as they can be had."""
    if place is not None:
        fetching.fetch(place, found, folder, progress(), lambda name: Path(name).name in hashes)


def _bring_in(settings: Settings, caller: Caller, part: parts.Part, archive: Path, name: str) -> int:
    """Import the archive: a workspace into a new folder, a note beside the present one."""
    if part.note_id is not None:
        present = Note.get_or_none((Note.id == part.note_id) & (Note.owner == caller.user_id))
        parent = present.parent_id if present is not None and present.deleted_at is None else None
        return archives.bring_in(settings, caller, archive, parent and str(parent))
    folder_id = str(folders.create(caller, {"name": _free_name(caller, name)}).id)
    code = archives.bring_in(settings, caller, archive, folder_id)
    if code:
        trash.delete_folder(caller, folder_id)
    return code


def _free_name(caller: Caller, name: str) -> str:
    taken = {branch.path for branch in folders.tree(caller)}
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(each for each in itertools.chain([name], numbered) if each not in taken)
