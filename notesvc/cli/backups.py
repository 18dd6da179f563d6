"""Backing up and restoring: into folders, to places elsewhere, and single workspaces or notes beside what is there."""

import argparse
import contextlib
import getpass
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from notesvc import backup, backup_values, belonging, clock, config, crypto, database, file_store, manifest, restore
from notesvc.backups import fetching, place, schedule, scratch, targets, turn
from notesvc.backups.place import Backup, Place
from notesvc.cli import parts
from notesvc.cli.commands import Command, agrees, complain, open_instance, progress
from notesvc.config import Settings
from notesvc.errors import InvalidInput, SettingError
from notesvc.manifest import InvalidBackupError, Manifest

_REFUSED = 1
_DAMAGED = 3
_ATTACHMENTS = "attachments/"


def back_up(arguments: argparse.Namespace) -> int:
    settings = open_instance()
    if arguments.to is not None:
        return _back_up_to(settings, arguments)
    target = arguments.target or settings.backups / f"backup-{clock.now().replace(':', '').replace('.', '')}"
    target = target.absolute()
    damaged = backup.make(settings, target, progress())
    found = manifest.read(target)
    print(f"{target}: {_contents(found)}")
    _tell_elsewhere(found)
    return _told_damage(damaged)


def list_them(arguments: argparse.Namespace) -> int:
    settings = open_instance() if arguments.drill else config.load()
    target = _target(settings, arguments.source)
    if arguments.drill:
        with turn.alone(settings), contextlib.closing(_own_place(settings, target)) as found:
            tried = schedule.try_backup(settings, found)
        print(f"{tried.id} can be restored: {tried.notes} notes; {tried.files} files compared")
        return 0
    with _place_to_read(settings, target, arguments.instance) as found:
        backups = [found.backup(backup_id) for backup_id in found.backup_ids()]
        there = found.objects().keys()
        for each in backups:
            print(_line(each, found, there))
    return 0 if backups else complain(f"there is no backup in {target}", _REFUSED)


def restore_it(arguments: argparse.Namespace) -> int:
    if arguments.workspace is not None:
        return _restore_part(arguments)
    if arguments.note is not None:
        raise InvalidInput("--note", "names a note of a workspace: say --workspace EMAIL, too")
    settings = config.load()
    restore.refuse_running(settings)
    if (folder := _folder(arguments)) is not None:
        return _replace_all(settings, folder, manifest.read(folder), arguments)
    with _place_to_read(settings, _target(settings, arguments.place), arguments.instance) as found:
        stored = _backup_at(found, arguments.at)
        return _restore_all(settings, found, stored, arguments)


def _back_up_to(settings: Settings, arguments: argparse.Namespace) -> int:
    if arguments.target is not None:
        raise InvalidInput("--to", "goes without a folder: the backup is kept in the place alone")
    target = _target(settings, arguments.to)
    crypto.open_seal(settings.secret_key)
    file_store.open_store(settings.attachments)
    with turn.alone(settings), contextlib.closing(_own_place(settings, target, makes=True)) as found:
        sent = schedule.back_up(settings, found, progress())
    print(f"{sent.id}: {_contents(sent.manifest)}; sent {sent.objects} objects, {sent.bytes / 1_000_000:.1f} MB")
    _tell_elsewhere(sent.manifest)
    return _told_damage(sent.manifest.damaged)


def _restore_all(settings: Settings, found: Place, stored: Backup, arguments: argparse.Namespace) -> int:
    """Fetch the backup, then restore it; one that was broken off goes on with what it has fetched."""
    whole = _manifest_of(stored)
    database.open_database(settings)
    restore.refuse_misfit(settings, whole)
    if not _may_replace(settings, whole, arguments):
        return _refuse_to_replace()
    folder = settings.backups / f"{scratch.FETCHED}{stored.id}"
    lost = fetching.fetch(found, whole, folder, progress())
    if needed := [name for name in lost if not name.startswith(_ATTACHMENTS)]:
        raise InvalidBackupError(
            f"{needed[0]} of the backup {stored.id} is damaged or missing there: `notesvc backups` lists others"
        )
    for name in lost:
        del whole.files[name]
    whole.write(folder)
    restore.restore(settings, folder, progress())
    shutil.rmtree(folder)
    return _tell_restored(lost, whole)


def _replace_all(settings: Settings, folder: Path, found: Manifest, arguments: argparse.Namespace) -> int:
    database.open_database(settings)
    if not _may_replace(settings, found, arguments):
        return _refuse_to_replace()
    restore.restore(settings, folder, progress())
    return _tell_restored([], found)


def _may_replace(settings: Settings, found: Manifest, arguments: argparse.Namespace) -> bool:
    print(f"The backup of {found.made_at} holds {_contents(found)}.", flush=True)
    return arguments.yes or not restore.has_accounts(settings) or agrees("Replace all that is there now?")


def _refuse_to_replace() -> int:
    return complain("nothing was restored: say --yes to replace what is there", _REFUSED)


def _tell_restored(lost: list[str], found: Manifest) -> int:
    print("Restored. What was there before is kept beside it. Start the service with `notesvc serve`.")
    for name in lost:
        print(f"missing: the backup has {name} no more")
    _tell_elsewhere(found)
    for each in found.damaged:
        print(f"damaged when the backup was made: {each}")
    return complain(f"{len(lost)} files of attachments are missing", _DAMAGED) if lost else 0


def _restore_part(arguments: argparse.Namespace) -> int:
    """Bring back one workspace, or one note, beside what is there; the service may run."""
    settings = open_instance()
    if (folder := _folder(arguments)) is not None:
        return parts.bring_back(arguments, folder, manifest.read(folder), None)
    with _place_to_read(settings, _target(settings, arguments.place), arguments.instance) as found:
        stored = _backup_at(found, arguments.at)
        folder = settings.backups / f"{scratch.FETCHED}{clock.new_id()}"
        try:
            return parts.bring_back(arguments, folder, _manifest_of(stored), found)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _folder(arguments: argparse.Namespace) -> Path | None:
    """The folder of one backup, where such a one is named; else it is a place with many."""
    if arguments.source is not None:
        return Path(arguments.source)
    named = arguments.place
    if named and "://" not in named and (Path(named) / manifest.NAME).is_file():
        return Path(named)
    return None


def _target(settings: Settings, named: str | None) -> str:
    target = named or settings.backup_to
    if target is None:
        raise SettingError("name the place of the backups, or set NOTESVC_BACKUP_TO")
    return target


def _own_place(settings: Settings, target: str, *, makes: bool = False) -> Place:
    return schedule.place_of(settings, target, _passphrase(settings, twice=makes), makes=makes)


@contextlib.contextmanager
def _place_to_read(settings: Settings, target: str, instance_id: str | None) -> Iterator[Place]:
    """The backups of the instance that is named, or of this one, or of the only one that has some there."""
    backend = targets.open_backend(settings, target)
    with contextlib.closing(backend):
        there = place.instances(backend)
        wanted = instance_id or (there[0] if len(there) == 1 else belonging.marker_of(settings))
        if not there or wanted is None or (instance_id is None and wanted not in there):
            ids = f"of {', '.join(there)}: say --instance" if there else "of nobody"
            raise InvalidBackupError(f"{target} holds backups {ids}")
        yield place.open_place(backend, wanted, _passphrase(settings))


def _passphrase(settings: Settings, *, twice: bool = False) -> str:
    if settings.backup_passphrase is not None:
        return settings.backup_passphrase
    if not sys.stdin.isatty():
        raise SettingError("the passphrase of the backups is not set: NOTESVC_BACKUP_PASSPHRASE, or ask on a terminal")
    given = getpass.getpass("Passphrase of the backups: ")
    backup_values.refuse_short(given, "the passphrase")
    if twice and getpass.getpass("Again: ") != given:
        raise SettingError("the two passphrases differ")
    return given


def _backup_at(found: Place, at: str) -> Backup:
    backup_ids = found.backup_ids()
    if not backup_ids:
        raise InvalidBackupError("there is no backup yet")
    wanted = backup_ids[-1] if at == "latest" else at
    if wanted not in backup_ids:
        raise InvalidBackupError(f"there is no backup {wanted}: `notesvc backups` lists them")
    return found.backup(wanted)


def _manifest_of(stored: Backup) -> Manifest:
    if stored.manifest is None:
        raise InvalidBackupError(f"the backup {stored.id} is damaged: `notesvc backups` lists others")
    return stored.manifest


def _line(stored: Backup, found: Place, there: "set[str] | object") -> str:
    if stored.manifest is None:
        return f"{stored.id}\tdamaged: its manifest cannot be read"
    missing = len([name for name in found.objects_of(stored.manifest) if name not in there])  # type: ignore[operator]
    marks = [f"{len(stored.manifest.damaged)} damaged when it was made"] if stored.manifest.damaged else []
    marks += [f"damaged: {missing} objects are missing"] if missing else []
    return "\t".join([stored.id, _contents(stored.manifest), *marks])


def _told_damage(damaged: list[str]) -> int:
    for each in damaged:
        print(f"damaged: {each}")
    return complain(f"{len(damaged)} damaged: `notesvc check` tells what to do", _DAMAGED) if damaged else 0


def _tell_elsewhere(found: Manifest) -> None:
    for each in found.elsewhere:
        print(f"not in the backup: the attachment file {each['sha256']}, which lies at {each['where']}")


def _contents(found: Manifest) -> str:
    counts = {"users": "accounts", "folders": "folders", "notes": "notes", "note_versions": "versions"}
    shown = [f"{found.rows[table]} {word}" for table, word in counts.items() if table in found.rows]
    return ", ".join([*shown, f"{len(found.attachments)} files", f"{found.size / 1_000_000:.1f} MB"])


def _backup_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", nargs="?", type=Path, help="a folder to be made; one in the instance by default")
    parser.add_argument(
        "--to", nargs="?", const="", metavar="PLACE", help="keep it elsewhere, sealed; by default in NOTESVC_BACKUP_TO"
    )
    # What it asked for is so without it; scripts may still say it.
    parser.add_argument("--despite-damage", action="store_true", help=argparse.SUPPRESS)


def _list_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", "--to", dest="source", metavar="PLACE", help="where; NOTESVC_BACKUP_TO by default")
    parser.add_argument("--instance", metavar="ID", help="of which instance, where several have backups there")
    parser.add_argument("--drill", action="store_true", help="try whether the newest can be restored; changes nothing")


def _restore_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", nargs="?", type=Path, help="the folder of a backup")
    parser.add_argument("--from", dest="place", metavar="PLACE", help="a place elsewhere, or the folder of a backup")
    parser.add_argument("--at", default="latest", metavar="ID", help="which backup, as `notesvc backups` lists them")
    parser.add_argument("--instance", metavar="ID", help="of which instance, where several have backups there")
    parser.add_argument("--workspace", metavar="EMAIL", help="only this workspace, into a folder beside what is there")
    parser.add_argument("--note", metavar="ID|TITLE", help="only this note of it, beside the present one")
    parser.add_argument("--yes", action="store_true", help="replace what is there without asking")


COMMANDS = (
    Command("backup", "back up everything while the service goes on", back_up, _backup_target),
    Command("backups", "list the backups that are kept elsewhere", list_them, _list_choices),
    Command(
        "restore", "put a backup in the place of what is there, or parts of it beside it", restore_it, _restore_source
    ),
)
