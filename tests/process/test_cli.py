"""The command line, each command as a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import programs
from tests.places import PROJECT
from tests.service import environment, run, with_input

PASSWORD = "correct horse battery"


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
    added(instance, "bob@example.org")
    refused = with_input(instance, "short\n", "user", "add", "--email", "ada@example.org")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("notesvc: password: ")
    assert len(refused.stderr.splitlines()) == 1


def test_an_address_that_has_an_account_is_refused(instance: Path) -> None:
    added(instance, "ada@example.org")
    assert added(instance, "ADA@example.org").returncode == 1


@pytest.mark.parametrize("command", ["reset-password", "make-admin"])
def test_an_unknown_address_is_refused_by_name(instance: Path, command: str) -> None:
    added(instance, "ada@example.org")
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
    added(instance, "ada@example.org")
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
    added(instance, "ada@example.org")
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


def test_a_setting_that_there_is_not_is_refused_by_name(instance: Path) -> None:
    instance.mkdir(mode=0o700, exist_ok=True)
    (instance / "notesvc.toml").write_text("prot = 8080\n")
    refused = run(instance, "user", "list")
    assert (refused.returncode, refused.stderr) == (
        2,
        "notesvc: notesvc.toml: prot is no setting of this service: did you mean port?\n",
    )


def test_it_says_its_version_and_bounds_invites(instance: Path) -> None:
    assert run(instance, "--version").stdout.startswith("notesvc 0.")
    added(instance, "ada@example.org")
    refused = run(instance, "user", "invite", "--days", "400")
    assert (refused.returncode, refused.stderr) == (1, "notesvc: --days: must be at most 365\n")


def test_what_cannot_be_printed_is_one_line(instance: Path) -> None:
    added(instance, "ada@example.org")
    with open("/dev/full", "w") as full:
        refused = subprocess.run(
            [sys.executable, "-m", "notesvc.cli", "user", "list"],
            cwd=PROJECT,
            env=environment(instance),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (refused.returncode, refused.stderr) == (1, "notesvc: No space left on device\n")


def test_exports_go_into_pipes_and_imports_come_out_of_them(instance: Path, tmp_path: Path) -> None:
    added(instance, "ada@example.org")
    words = ("--user", "ada@example.org")
    document = json.loads(run(instance, "export", "-", *words, "--format", "json").stdout)
    assert document["format"] == "notesvc.workspace"
    brought = with_input(instance, "a text\n", "import", "-", *words)
    assert brought.stdout.startswith("brought in 1 notes"), brought.stderr
    refused = run(instance, "export", str(tmp_path), *words)
    says = "name a file, or - for standard output\n"
    assert (refused.returncode, refused.stderr) == (1, f"notesvc: {tmp_path} is a folder: {says}")
    refused = run(instance, "export", f"{tmp_path}/nowhere/x", *words)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    refused = run(instance, "export", "/dev/null", *words)
    assert (refused.returncode, refused.stderr) == (1, f"notesvc: /dev/null is a device: {says}")
    assert Path("/dev/null").is_char_device()


def test_an_export_replaces_a_file_only_when_all_of_it_is_there(instance: Path, tmp_path: Path) -> None:
    added(instance, "ada@example.org")
    words = ("--user", "ada@example.org", "--format", "json")
    target, other = tmp_path / "notes.json", tmp_path / "notes.json.part"
    target.write_text("an older export")
    other.write_text("somebody's own file")
    link = tmp_path / "link"
    link.symlink_to(target)
    assert run(instance, "export", str(link), *words).returncode == 0
    assert json.loads(target.read_text())["format"] == "notesvc.workspace"
    assert (link.is_symlink(), other.read_text()) == (True, "somebody's own file")
    assert {path.name for path in tmp_path.iterdir()} - {instance.name} == {"notes.json", "notes.json.part", "link"}


def test_an_export_goes_into_a_named_pipe(instance: Path, tmp_path: Path) -> None:
    added(instance, "ada@example.org")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with programs.running(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        made = run(instance, "export", str(pipe), "--user", "ada@example.org", "--format", "json")
        assert (made.returncode, made.stderr) == (0, "")
        assert json.loads(reader.communicate(timeout=60)[0])["format"] == "notesvc.workspace"
    assert pipe.is_fifo()


@pytest.mark.parametrize("words", ["user list", "user invite", "check", "backup", "export x --user a", "audit export"])
def test_a_command_makes_no_instance_where_there_is_none(tmp_path: Path, words: str) -> None:
    nowhere = tmp_path / "mistyped"
    refused = run(nowhere, *words.split())
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "holds no instance" in refused.stderr
    assert not nowhere.exists()


def test_the_first_account_says_that_it_makes_an_instance(instance: Path) -> None:
    assert added(instance, "ada@example.org").stderr == f"{instance} held no instance: made one\n"
    assert added(instance, "bob@example.org").stderr == ""
