"""`notesvc user …`: accounts."""

import argparse
import getpass
import re
import sys

from notesvc import errors, limits
from notesvc.cli.commands import Command, opened_database
from notesvc.domain.accounts import administration, passwords, registration_invites, second_factor, sessions, users
from notesvc.domain.caller import OPERATOR
from notesvc.models import User

_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}


def user_add(arguments: argparse.Namespace) -> int:
    with opened_database(makes=True):
        user = users.register(
            email=arguments.email,
            password=new_password(),
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
        passwords.set_by_operator(arguments.email, new_password())
        print(f"{arguments.email} has a new password; all sessions and keys have ended")
    return 0


def user_make_admin(arguments: argparse.Namespace) -> int:
    with opened_database():
        administration.change(OPERATOR, str(account(arguments.email).id), {"is_admin": True})
        print(f"{arguments.email} is an administrator")
    return 0


def user_disable(arguments: argparse.Namespace) -> int:
    with opened_database():
        administration.change(OPERATOR, str(account(arguments.email).id), {"is_disabled": True})
        print(f"{arguments.email} cannot come in any more; all sessions and keys have ended")
    return 0


def user_enable(arguments: argparse.Namespace) -> int:
    with opened_database():
        administration.change(OPERATOR, str(account(arguments.email).id), {"is_disabled": False})
        print(f"{arguments.email} may sign in again")
    return 0


def user_quota(arguments: argparse.Namespace) -> int:
    quota = _bytes(arguments.size)
    with opened_database():
        administration.change(OPERATOR, str(account(arguments.email).id), {"quota_bytes": quota})
        bound = "may take what all may" if quota is None else f"may take {quota} bytes"
        print(f"the attachments of {arguments.email} {bound}")
    return 0


def user_remove_second_factor(arguments: argparse.Namespace) -> int:
    with opened_database():
        user = account(arguments.email)
        second_factor.remove(users.caller_of(user, "command"))
        sessions.end_all(str(user.id))
        print(f"{arguments.email} signs in without a code from now on; all sessions have ended")
    return 0


def user_invite(arguments: argparse.Namespace) -> int:
    with opened_database():
        if arguments.days > limits.INVITE_DAYS_MOST:
            raise errors.InvalidInput("--days", f"must be at most {limits.INVITE_DAYS_MOST}")
        print(registration_invites.create(OPERATOR, arguments.uses, arguments.days)[1])
    return 0


def _user_details(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--email", required=True)
    parser.add_argument("--name", help="how others see the user; the first part of the address by default")
    parser.add_argument("--handle", help="what others write after @; made from the address by default")
    parser.add_argument("--admin", action="store_true", help="an administrator, as the first account always is")


def _address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("email")


def _invite_details(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--uses", type=_count, default=1, help="how many people may register with it (1)")
    parser.add_argument("--days", type=_count, default=7, help="how many days it is good for (7)")


def _quota_details(parser: argparse.ArgumentParser) -> None:
    _address(parser)
    parser.add_argument("size", help="what attachments may take: bytes, or such as 500M or 2G; `none` for what all may")


def _count(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= limits.INVITE_USES_MOST:
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {limits.INVITE_USES_MOST}")
    return int(text)


def _bytes(text: str) -> int | None:
    """A size in bytes; None for `none`. Raises InvalidInput."""
    if text.lower() == "none":
        return None
    found = re.fullmatch(r"(\d{1,12})([KMGT]?)B?", text.upper())
    if found is None:
        raise errors.InvalidInput("size", "must be a number of bytes, such as 500M or 2G, or none")
    return min(int(found[1]) * _UNITS[found[2]], limits.LARGEST_INTEGER)


def account(email: str) -> User:
    """The account of that address. Raises Refusal, which names the address."""
    try:
        return users.by_email(email)
    except errors.NotFound:
        raise errors.Refusal(f"no account has the address {email}") from None


def new_password() -> str:
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
    Command("reset-password", "set a new password and end all sessions and keys", user_reset_password, _address),
    Command("make-admin", "make somebody an administrator", user_make_admin, _address),
    Command("disable", "let somebody in no more, and end all their sessions and keys", user_disable, _address),
    Command("enable", "let somebody in again", user_enable, _address),
    Command("quota", "bound what somebody's attachments may take", user_quota, _quota_details),
    Command(
        "remove-second-factor", "ask for no codes any more, and end all sessions", user_remove_second_factor, _address
    ),
    Command("invite", "print a code with which people can register", user_invite, _invite_details),
)
