"""Checking what is stored, and which database it is."""

import argparse
import contextlib

import peewee

from notesvc import adopt, config, database, integrity, place_findings
from notesvc.backups import findings as backup_findings
from notesvc.cli.commands import Command, agrees, complain, open_instance
from notesvc.config import Settings

_REFUSED = 1


def adopt_it(arguments: argparse.Namespace) -> int:
    settings = config.load()
    question = (
        f"Go on with {_which(settings)} as the database of {settings.instance}, whatever it was used with before?"
    )
    if not arguments.yes and not agrees(question):
        return complain("nothing has changed: say --yes to go on with this database", _REFUSED)
    adopt.adopt(settings)
    print(f"{settings.instance} goes on with {_which(settings)}. Start the service with `notesvc serve`.")
    return 0


def check_it(arguments: argparse.Namespace) -> int:
    settings = open_instance()
    if (line := backup_findings.state(settings)) is not None:
        print(line)
    findings = _findings(settings, arguments.deep)
    for finding in findings:
        print(f"{finding.what}: {finding.where}\n    next: {finding.next_step}")
    if not findings:
        print("everything is in order")
    if findings and arguments.repair:
        print(f"repaired {integrity.repair(findings)} of {len(findings)}")
        findings = _findings(settings, arguments.deep)
    return _REFUSED if findings else 0


def _findings(settings: Settings, is_deep: bool) -> list[integrity.Finding]:
    found = [*integrity.check(settings), *backup_findings.look(settings)]
    with contextlib.suppress(*database.TROUBLE, peewee.DatabaseError):
        # A database that cannot be read is found by the others.
        found += place_findings.look(settings, is_deep=is_deep)
    return found


def _which(settings: Settings) -> str:
    return str(settings.database_path) if settings.is_sqlite else "the database of NOTESVC_DATABASE_URL"


def _adopt_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="without asking")


def _check_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="repair what can be repaired without a loss")
    parser.add_argument("--deep", action="store_true", help="read the files at users' own places, too")


COMMANDS = (
    Command("adopt", "use a database that is not the one this instance was used with", adopt_it, _adopt_choices),
    Command("check", "look at everything that is stored and tell what is wrong", check_it, _check_choices),
)
