"""`notesvc user …`: accounts and invites."""

import argparse
import getpass
import sys

from notesvc import errors
from notesvc.cli.commands import Command, opened_database
from notesvc.domain import users
from notesvc.models import User


def user_add(arguments: argparse.Namespace) -> int:
    with opened_database():
        user = users.register(
            email=arguments.email,
            password=_new_password(),
            name=arguments.name or arguments.email.split("@")[0],
            handle=arguments.handle,
            is_admin=True if arguments.admin else None,
        )
        print(f"{user.email} (@{user.handle}){' is an administrator' if user.is_admin else ''}")
    return 0


def user_list(_: argparse.Namespace) -> int:
    with opened_database():
        for user in users.all():
            marks = [word for word, is_so in (("admin", user.is_admin), ("disabled", user.disabled_at)) if is_so]
            columns = (user.email, f"@{user.handle}", user.name, user.created_at[:10], " ".join(marks))
            print("\t".join(columns).rstrip())
    return 0


def user_reset_password(arguments: argparse.Namespace) -> int:
    with opened_database():
        account(arguments.email)
        users.reset_password(arguments.email, _new_password())
        print(f"{arguments.email} has a new password; all sessions have ended")
    return 0


def user_make_admin(arguments: argparse.Namespace) -> int:
    with opened_database():
        account(arguments.email)
        users.make_admin(arguments.email)
        print(f"{arguments.email} is an administrator")
    return 0


def user_invite(arguments: argparse.Namespace) -> int:
    with opened_database():
        print(users.invite(uses=arguments.uses, days=arguments.days))
    return 0


def _user_details(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--email", required=True)
    parser.add_argument("--name", help="how others see the user; the first part of the address by default")
    parser.add_argument("--handle", help="what others write after @; made from the address by default")
    parser.add_argument("--admin", action="store_true", help="an administrator, as the first account always is")


def _address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("email")


def _invite_details(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--uses", type=int, default=1, help="how many people may register with it (1)")
    parser.add_argument("--days", type=int, default=7, help="how many days it is good for (7)")


def account(email: str) -> User:
    """The account of that address. Raises Refusal, which names the address."""
    try:
        return users.by_email(email)
    except errors.NotFound:
        raise errors.Refusal(f"no account has the address {email}") from None


def _new_password() -> str:
    """Typed twice, or the first line of standard input; never an argument, which others could see."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass("Password: ")
    while getpass.getpass("Once more: ") != password:
        print("These differ.", file=sys.stderr)
        password = getpass.getpass("Password: ")
    return password


COMMANDS = (
    Command("add", "make an account; its password is typed, or read from standard input", user_add, _user_details),
    Command("list", "every account", user_list),
    Command("reset-password", "set a new password and end all sessions", user_reset_password, _address),
    Command("make-admin", "make somebody an administrator", user_make_admin, _address),
    Command("invite", "print a code with which people can register", user_invite, _invite_details),
)
