"""Backing up, restoring, and checking what is stored."""

import argparse
import sys
from pathlib import Path

from notesvc import backup, clock, config, database, integrity, manifest, restore
from notesvc.cli.commands import Command, complain, progress

_REFUSED = 1


def back_up(arguments: argparse.Namespace) -> int:
    settings = config.load()
    target = arguments.target or settings.backups / f"backup-{clock.now().replace(':', '').replace('.', '')}"
    made = backup.make(settings, target, progress())
    print(f"{made}: {_contents(manifest.read(made))}")
    return 0


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


def check_it(arguments: argparse.Namespace) -> int:
    settings = config.load()
    database.open_database(settings)
    findings = integrity.check(settings)
    for finding in findings:
        print(f"{finding.what}: {finding.where}\n    next: {finding.next_step}")
    if not findings:
        print("everything is in order")
    if findings and arguments.repair:
        print(f"repaired {integrity.repair(findings)} of {len(findings)}")
        findings = integrity.check(settings)
    return _REFUSED if findings else 0


def _backup_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", nargs="?", type=Path, help="a folder to be made; one in the instance by default")


def _restore_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, help="the folder of a backup")
    parser.add_argument("--yes", action="store_true", help="replace what is there without asking")


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
    Command("check", "look at everything that is stored and tell what is wrong", check_it, _check_choices),
)
