"""Backing up, restoring, and checking what is stored."""

import argparse
import sys
from pathlib import Path

from notesvc import adopt, backup, belonging, clock, config, database, integrity, manifest, restore
from notesvc.cli.commands import Command, complain, progress
from notesvc.config import Settings

_REFUSED = 1
_DAMAGED = 3


def back_up(arguments: argparse.Namespace) -> int:
    settings = _open_instance()
    target = arguments.target or settings.backups / f"backup-{clock.now().replace(':', '').replace('.', '')}"
    target = target.absolute()
    damaged = backup.make(settings, target, progress())
    print(f"{target}: {_contents(manifest.read(target))}")
    for each in damaged:
        print(f"damaged: {each}")
    return complain(f"{len(damaged)} damaged: `notesvc check` tells what to do", _DAMAGED) if damaged else 0


def restore_it(arguments: argparse.Namespace) -> int:
    settings = config.load()
    database.open_database(settings)
    found = manifest.read(arguments.source)
    print(f"The backup of {found.made_at} holds {_contents(found)}.", flush=True)
    if not arguments.yes and restore.has_accounts(settings) and not _agrees("Replace all that is there now?"):
        return complain("nothing was restored: say --yes to replace what is there", _REFUSED)
    restore.restore(settings, arguments.source, progress())
    print("Restored. What was there before is kept beside it. Start the service with `notesvc serve`.")
    return 0


def adopt_it(arguments: argparse.Namespace) -> int:
    settings = config.load()
    question = (
        f"Go on with {_which(settings)} as the database of {settings.instance}, whatever it was used with before?"
    )
    if not arguments.yes and not _agrees(question):
        return complain("nothing has changed: say --yes to go on with this database", _REFUSED)
    adopt.adopt(settings)
    print(f"{settings.instance} goes on with {_which(settings)}. Start the service with `notesvc serve`.")
    return 0


def check_it(arguments: argparse.Namespace) -> int:
    settings = _open_instance()
    findings = integrity.check(settings)
    for finding in findings:
        print(f"{finding.what}: {finding.where}\n    next: {finding.next_step}")
    if not findings:
        print("everything is in order")
    if findings and arguments.repair:
        print(f"repaired {integrity.repair(findings)} of {len(findings)}")
        findings = integrity.check(settings)
    return _REFUSED if findings else 0


def _open_instance() -> Settings:
    """The settings of an instance that is there. Raises SettingError where a typing mistake names none."""
    settings = config.load(makes=False)
    database.open_database(settings)
    belonging.refuse_absent(settings)
    return settings


def _which(settings: Settings) -> str:
    return str(settings.database_path) if settings.is_sqlite else "the database of NOTESVC_DATABASE_URL"


def _backup_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", nargs="?", type=Path, help="a folder to be made; one in the instance by default")
    # What it asked for is so without it; scripts may still say it.
    parser.add_argument("--despite-damage", action="store_true", help=argparse.SUPPRESS)


def _restore_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, help="the folder of a backup")
    parser.add_argument("--yes", action="store_true", help="replace what is there without asking")


def _adopt_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="without asking")


def _check_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="repair what can be repaired without a loss")


def _agrees(question: str) -> bool:
    return sys.stdin.isatty() and input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def _contents(found: manifest.Manifest) -> str:
    counts = {"users": "accounts", "folders": "folders", "notes": "notes", "note_versions": "versions"}
    parts = [f"{found.rows[table]} {word}" for table, word in counts.items() if table in found.rows]
    return ", ".join([*parts, f"{len(found.attachments)} files", f"{found.size / 1_000_000:.1f} MB"])


COMMANDS = (
    Command("backup", "back up everything while the service goes on", back_up, _backup_target),
    Command("restore", "put a backup in the place of what is there", restore_it, _restore_source),
    Command("adopt", "use a database that is not the one this instance was used with", adopt_it, _adopt_choices),
    Command("check", "look at everything that is stored and tell what is wrong", check_it, _check_choices),
)
