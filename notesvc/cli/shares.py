"""`notesvc share …`: what everybody can see, and an end to it."""

import argparse

from notesvc import errors
from notesvc.cli.commands import Command, opened_database
from notesvc.domain.shares import linking, overview, shares


def share_list(_: argparse.Namespace) -> int:
    with opened_database() as settings:
        for share, handle, title in overview.of_everybody():
            address = f"{settings.share_address}{linking.address_of(share.slug)}"
            print("\t".join((share.id, f"@{handle}", overview.state_of(share), address, title or "Untitled")))
    return 0


def share_revoke(arguments: argparse.Namespace) -> int:
    with opened_database():
        try:
            shares.revoke_for_its_owner(arguments.id)
        except errors.NotFound:
            raise errors.Refusal(f"no public link has the id {arguments.id}") from None
        print(f"nobody can open {arguments.id} any more")
    return 0


def _id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="as `notesvc share list` shows it")


COMMANDS = (
    Command("list", "every public link, oldest first: id, owner, state, address, title", share_list),
    Command("revoke", "end a public link", share_revoke, _id),
)
