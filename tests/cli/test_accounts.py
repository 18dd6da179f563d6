"""`notesvc user …`: accounts are made, listed and changed, and what is asked wrongly is refused."""

import json
from pathlib import Path

import pytest

from tests.cli.accounts import PASSWORD, add
from tests.commands import call


def test_the_first_account_is_the_administrators_and_the_next_is_not(made: Path) -> None:
    first = add(made, "ada@example.org", "--name", "Ada")
    assert (first.returncode, first.stdout) == (0, "ada@example.org (@ada) is an administrator\n")
    assert add(made, "bob@example.org").stdout == "bob@example.org (@bob)\n"
    listed = call(made, "user", "list").stdout.splitlines()
    assert [line.split("\t")[:3] for line in listed] == [
        ["ada@example.org", "@ada", "Ada"],
        ["bob@example.org", "@bob", "bob"],
    ]
    assert [line.endswith("admin") for line in listed] == [True, False]


def test_the_first_account_says_that_it_makes_an_instance(instance: Path) -> None:
    assert add(instance, "ada@example.org").stderr == f"{instance} held no instance: made one\n"
    assert add(instance, "bob@example.org").stderr == ""


def test_somebody_can_be_made_an_administrator(made: Path) -> None:
    add(made, "ada@example.org")
    add(made, "bob@example.org")
    assert call(made, "user", "make-admin", "bob@example.org").returncode == 0
    assert call(made, "user", "list").stdout.splitlines()[1].endswith("admin")


def test_a_password_that_is_too_short_is_refused_in_one_line(made: Path) -> None:
    add(made, "bob@example.org")
    refused = call(made, "user", "add", "--email", "ada@example.org", typed="short\n")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("notesvc: password: ")
    assert len(refused.stderr.splitlines()) == 1


def test_an_address_that_has_an_account_is_refused(made: Path) -> None:
    add(made, "ada@example.org")
    assert add(made, "ADA@example.org").returncode == 1


@pytest.mark.parametrize("command", ["reset-password", "make-admin"])
def test_an_unknown_address_is_refused_by_name(made: Path, command: str) -> None:
    add(made, "ada@example.org")
    refused = call(made, "user", command, "nobody@example.org")
    assert (refused.returncode, refused.stderr) == (1, "notesvc: no account has the address nobody@example.org\n")


def test_a_password_can_be_set_anew(made: Path) -> None:
    add(made, "ada@example.org")
    done = call(made, "user", "reset-password", "ada@example.org", typed=f"another {PASSWORD}\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_somebody_is_disabled_bounded_and_let_in_again(made: Path) -> None:
    add(made, "ada@example.org")
    add(made, "bob@example.org")
    assert call(made, "user", "disable", "bob@example.org").returncode == 0
    assert call(made, "user", "list").stdout.splitlines()[1].endswith("disabled")
    assert call(made, "user", "enable", "bob@example.org").returncode == 0
    assert call(made, "user", "quota", "bob@example.org", "2M").stdout.endswith("may take 2097152 bytes\n")
    assert call(made, "user", "quota", "bob@example.org", "much").returncode == 1
    done = [json.loads(line)["kind"] for line in call(made, "audit", "export").stdout.splitlines()]
    assert done[:4] == ["audit_exported", "quota_changed", "account_enabled", "account_disabled"]


def test_the_last_administrator_is_not_disabled(made: Path) -> None:
    add(made, "ada@example.org")
    refused = call(made, "user", "disable", "ada@example.org")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("notesvc: This is the last administrator")


def test_an_invite_is_one_line(made: Path) -> None:
    add(made, "ada@example.org")
    invite = call(made, "user", "invite", "--uses", "3", "--days", "1")
    assert (invite.returncode, len(invite.stdout.split())) == (0, 1)


def test_an_invite_is_good_for_a_year_at_most(made: Path) -> None:
    add(made, "ada@example.org")
    refused = call(made, "user", "invite", "--days", "400")
    assert (refused.returncode, refused.stderr) == (1, "notesvc: --days: must be at most 365\n")
