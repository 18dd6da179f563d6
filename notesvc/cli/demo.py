"""`notesvc demo`: an account with a workspace to look around in."""

import argparse

from notesvc import database, errors, file_store
from notesvc.cli import accounts
from notesvc.cli.commands import Command, opened_database
from notesvc.domain import demo
from notesvc.domain.accounts import users

_ADDRESS = "demo@example.org"


def demo_it(arguments: argparse.Namespace) -> int:
    with opened_database(makes=True) as settings:
        if users.is_known(arguments.email):
            raise errors.Refusal(
                f"{arguments.email} has an account: the demo goes into a new one, name another --email"
            )
        password = accounts.new_password()
        file_store.open_store(settings.attachments)
        with database.transaction("users"):
            user = users.register(email=arguments.email, password=password, name=arguments.name)
            demo.plant(users.caller_of(user, "welcome"))
        print(f"{user.email} has the demo workspace; sign in with the password that you gave")
    return 0


def _choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--email", default=_ADDRESS, help=f"the address of the new account ({_ADDRESS})")
    parser.add_argument("--name", default="Robin", help="how others see the user (Robin)")


COMMANDS = (
    Command(
        "demo",
        "make an account with a demo workspace; its password is typed, or read from standard input",
        demo_it,
        _choices,
    ),
)
