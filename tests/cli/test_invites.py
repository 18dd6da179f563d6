"""`notesvc invite …`: the invites that there are."""

from pathlib import Path

from tests.cli.accounts import add
from tests.commands import call


def test_invites_are_listed_and_revoked(made: Path) -> None:
    add(made, "ada@example.org")
    call(made, "user", "invite", "--uses", "3")
    [line] = call(made, "invite", "list").stdout.splitlines()
    invite_id, state, used, _ = line.split("\t")
    assert (state, used) == ("open", "0/3 used")
    assert call(made, "invite", "revoke", invite_id).returncode == 0
    assert "revoked" in call(made, "invite", "list").stdout
    assert call(made, "invite", "revoke", "nothing").stderr == "notesvc: no invite has the id nothing\n"
