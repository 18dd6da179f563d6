"""`notesvc invite …`: the invites that there are. `notesvc user invite` makes one."""

import argparse

from notesvc import clock, errors
from notesvc.cli.commands import Command, opened_database
from notesvc.domain.accounts import registration_invites
from notesvc.domain.caller import OPERATOR


def invite_list(_: argparse.Namespace) -> int:
    with opened_database():
        for invite in registration_invites.all():
            used = f"{invite.uses - invite.uses_left}/{invite.uses} used"
            columns = (invite.id, invite.state_at(clock.now()), used, f"until {invite.expires_at[:10]}")
            print("\t".join(columns))
    return 0


def invite_revoke(arguments: argparse.Namespace) -> int:
    with opened_database():
        try:
            registration_invites.revoke(OPERATOR, arguments.id)
        except errors.NotFound:
            raise errors.Refusal(f"no invite has the id {arguments.id}") from None
        print(f"nobody can register with {arguments.id} any more")
    return 0


def _id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="as `notesvc invite list` shows it")


COMMANDS = (
    Command("list", "every invite, newest first", invite_list),
    Command("revoke", "let nobody register with an invite any more", invite_revoke, _id),
)
