"""Running the service, and bringing its database up to date."""

import argparse

from notesvc import config, database, migrate
from notesvc.cli import load_module
from notesvc.cli.commands import Command


def serve_it(_: argparse.Namespace) -> int:
    load_module("notesvc.serve").serve()
    return 0


def migrate_it(_: argparse.Namespace) -> int:
    settings = config.load()
    database.open_database(settings)
    applied = migrate.migrate(settings)
    print("\n".join(f"applied {name}" for name in applied) or "the database is up to date")
    return 0


COMMANDS = (
    Command("serve", "run the service", serve_it),
    Command("migrate", "bring the database up to date", migrate_it),
)
