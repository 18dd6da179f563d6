"""The command line, each command as a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import PROJECT
from tests.service import environment, run

PASSWORD = "correct horse battery"


def with_input(instance: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "notesvc.cli", *words],
        cwd=PROJECT,
        env=environment(instance),
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def added(instance: Path, email: str, *words: str) -> subprocess.CompletedProcess[str]:
    return with_input(instance, f"{PASSWORD}\n", "user", "add", "--email", email, *words)


def test_the_first_account_is_the_administrators_and_the_next_is_not(instance: Path) -> None:
    first = added(instance, "ada@example.org", "--name", "Ada")
    assert (first.returncode, first.stdout) == (0, "ada@example.org (@ada) is an administrator\n")
    assert added(instance, "bob@example.org").stdout == "bob@example.org (@bob)\n"
    listed = run(instance, "user", "list").stdout.splitlines()
    assert [line.split("\t")[:3] for line in listed] == [
        ["ada@example.org", "@ada", "Ada"],
        ["bob@example.org", "@bob", "bob"],
    ]
    assert [line.endswith("admin") for line in listed] == [True, False]


def test_somebody_can_be_made_an_administrator(instance: Path) -> None:
    added(instance, "ada@example.org")
    added(instance, "bob@example.org")
    assert run(instance, "user", "make-admin", "bob@example.org").returncode == 0
    assert run(instance, "user", "list").stdout.splitlines()[1].endswith("admin")


def test_a_password_that_is_too_short_is_refused_in_one_line(instance: Path) -> None:
    refused = with_input(instance, "short\n", "user", "add", "--email", "ada@example.org")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("notesvc: password: ")
    assert len(refused.stderr.splitlines()) == 1


def test_an_address_that_has_an_account_is_refused(instance: Path) -> None:
    added(instance, "ada@example.org")
    assert added(instance, "ADA@example.org").returncode == 1


@pytest.mark.parametrize("command", ["reset-password", "make-admin"])
def test_an_unknown_address_is_refused_by_name(instance: Path, command: str) -> None:
    refused = run(instance, "user", command, "nobody@example.org")
    assert (refused.returncode, refused.stderr) == (1, "notesvc: no account has the address nobody@example.org\n")


def test_a_password_can_be_set_anew(instance: Path) -> None:
    added(instance, "ada@example.org")
    done = with_input(instance, "another horse battery\n", "user", "reset-password", "ada@example.org")
    assert (done.returncode, done.stderr) == (0, "")


def test_somebody_is_disabled_bounded_and_let_in_again(instance: Path) -> None:
    added(instance, "ada@example.org")
    added(instance, "bob@example.org")
    assert run(instance, "user", "disable", "bob@example.org").returncode == 0
    assert run(instance, "user", "list").stdout.splitlines()[1].endswith("disabled")
    assert run(instance, "user", "enable", "bob@example.org").returncode == 0
    assert run(instance, "user", "quota", "bob@example.org", "2M").stdout.endswith("may take 2097152 bytes\n")
    assert run(instance, "user", "quota", "bob@example.org", "much").returncode == 1
    done = [json.loads(line)["kind"] for line in run(instance, "audit", "export").stdout.splitlines()]
    assert done[:4] == ["audit_exported", "quota_changed", "account_enabled", "account_disabled"]


def test_the_last_administrator_is_not_disabled(instance: Path) -> None:
    added(instance, "ada@example.org")
    refused = run(instance, "user", "disable", "ada@example.org")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("notesvc: This is the last administrator")


def test_invites_are_listed_and_revoked(instance: Path) -> None:
    run(instance, "user", "invite", "--uses", "3")
    [line] = run(instance, "invite", "list").stdout.splitlines()
    invite_id, state, used, _ = line.split("\t")
    assert (state, used) == ("open", "0/3 used")
    assert run(instance, "invite", "revoke", invite_id).returncode == 0
    assert "revoked" in run(instance, "invite", "list").stdout
    assert run(instance, "invite", "revoke", "nothing").stderr == "notesvc: no invite has the id nothing\n"


def test_the_audit_log_of_one_user_leaves_as_a_table(instance: Path) -> None:
    added(instance, "ada@example.org")
    added(instance, "bob@example.org")
    table = run(instance, "audit", "export", "--format", "csv", "--user", "bob@example.org").stdout.splitlines()
    assert [row.split(",")[1] for row in table] == ["kind", "account_made"]


def test_an_invite_is_one_line(instance: Path) -> None:
    made = run(instance, "user", "invite", "--uses", "3", "--days", "1")
    assert (made.returncode, len(made.stdout.split())) == (0, 1)


def test_migrating_says_what_it_did_and_does_it_once(instance: Path) -> None:
    first = run(instance, "migrate")
    assert (first.returncode, first.stdout.splitlines()[0]) == (0, "applied 0001_initial")
    assert run(instance, "migrate").stdout == "the database is up to date\n"


def test_what_is_no_command_is_refused_with_the_list_of_those_that_are(instance: Path) -> None:
    refused = run(instance, "sing")
    assert refused.returncode == 2
    assert "serve" in refused.stderr


def test_a_bad_setting_stops_every_command_in_one_line(instance: Path) -> None:
    for words in (["migrate"], ["user", "list"], ["check"], ["backup"]):
        refused = run(instance, *words, NOTESVC_PORT="x")
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
        assert "NOTESVC_PORT" in refused.stderr
