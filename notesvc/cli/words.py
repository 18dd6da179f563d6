"""All words of the command line, and how one is run."""

import argparse
import contextlib
import os
import sys
from importlib import metadata

import peewee

from notesvc import backup, manifest, restore, sqlite_copy
from notesvc.backends.causes import BackendError
from notesvc.backups import drill, sealing
from notesvc.cli import accounts, archives, audit, backups, demo, invites, running, shares, storage
from notesvc.cli.commands import Command, complain
from notesvc.errors import Refusal, SettingError, StartError

_BAD_SETTING = 2
_REFUSED = 1
_INTERRUPTED = 130
_EXPECTED = (
    Refusal,
    backup.BackupError,
    manifest.InvalidBackupError,
    restore.RestoreError,
    drill.DrillError,
    sealing.WrongPassphraseError,
    StartError,
    peewee.DatabaseError,
    sqlite_copy.Error,
)
COMMANDS = (*running.COMMANDS, *demo.COMMANDS, *archives.COMMANDS, *backups.COMMANDS, *storage.COMMANDS)
# `notesvc user add` and the like: commands in groups.
GROUPS = {
    group: (f"{about}: {', '.join(command.name for command in commands)}", commands)
    for group, about, commands in (
        ("user", "accounts", accounts.COMMANDS),
        ("invite", "invites", invites.COMMANDS),
        ("share", "public links", shares.COMMANDS),
        ("audit", "the audit log", audit.COMMANDS),
    )
}


def run(words: list[str] | None = None) -> int:
    """Run one command and answer the exit code."""
    arguments = _parser().parse_args(words)
    try:
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except SettingError as error:
        return complain(error, _BAD_SETTING)
    except _EXPECTED as error:
        return complain(error, _REFUSED)
    except BackendError as error:
        return complain(error.detail, _REFUSED)
    except OSError as error:
        # What could not be printed is not to be tried again at the end.
        with contextlib.suppress(OSError), open(os.devnull, "w", encoding="utf-8") as nothing:
            os.dup2(nothing.fileno(), sys.stdout.fileno())
        return complain(_trouble(error), _REFUSED)
    except KeyboardInterrupt:
        return complain("interrupted", _INTERRUPTED)


def _trouble(error: OSError) -> str:
    """What a file or folder refused, by name: a folder that can only be read, a disk that is full."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="notesvc", description="A self-hosted notes workspace.")
    parser.add_argument("--version", action="version", version=f"notesvc {metadata.version('notesvc')}")
    words = parser.add_subparsers(required=True, metavar="command")
    _declare(words, COMMANDS)
    for name, (summary, commands) in GROUPS.items():
        group = words.add_parser(name, help=summary, description=summary)
        _declare(group.add_subparsers(required=True, metavar="command"), commands)
    return parser


def _declare(words: "argparse._SubParsersAction[argparse.ArgumentParser]", commands: tuple[Command, ...]) -> None:
    for command in commands:
        parser = words.add_parser(command.name, help=command.summary, description=command.summary)
        command.declare(parser)
        parser.set_defaults(run=command.run)
