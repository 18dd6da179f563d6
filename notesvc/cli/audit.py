"""`notesvc audit export`: what was done to accounts and to the instance, as a file."""

import argparse
import sys

from notesvc.cli import accounts
from notesvc.cli.commands import Command, opened_database
from notesvc.domain import audit, audit_files
from notesvc.domain.caller import OPERATOR


def audit_export(arguments: argparse.Namespace) -> int:
    with opened_database():
        user_id = str(accounts.account(arguments.user).id) if arguments.user else None
        audit.record(OPERATOR, "audit_exported", None, format=arguments.format)
        for piece in audit_files.FORMS[arguments.format](audit.every({"kind": arguments.kind, "user_id": user_id})):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    return 0


def _choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=sorted(audit_files.FORMS), default="ndjson", help="ndjson by default")
    parser.add_argument("--kind", choices=audit.KINDS, metavar="KIND", help="only lines of this kind, such as sign_in")
    parser.add_argument("--user", metavar="EMAIL", help="only what this user did, or what was done to them")


COMMANDS = (Command("export", "write the audit log to standard output, newest first", audit_export, _choices),)
