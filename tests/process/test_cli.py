"""The command line as a program of its own: each command refuses in one line, and reads and writes pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from notesvc.cli import words
from tests import programs
from tests.cli.accounts import add
from tests.places import PROJECT
from tests.service import environment, run, with_input

USER = ("--user", "ada@example.org")
# How each command is asked for something; a group stands for its commands.
ASKED = {
    "adopt": (),
    "audit": ("export",),
    "backup": (),
    "backups": (),
    "check": (),
    "demo": (),
    "export": ("-", *USER),
    "import": ("-", *USER),
    "invite": ("list",),
    "migrate": (),
    "restore": ("folder",),
    "serve": (),
    "share": ("list",),
    "user": ("list",),
}


@pytest.fixture
def ada(made: Path) -> Path:
    """An instance with one account."""
    add(made, "ada@example.org")
    return made


@pytest.mark.every_case
@pytest.mark.parametrize("name", [*(command.name for command in words.COMMANDS), *words.GROUPS])
def test_a_database_that_cannot_be_reached_is_one_line(instance: Path, free_port: int, name: str) -> None:
    (instance / "notesvc.toml").touch()
    (instance / "instance_id").touch()
    url = f"postgresql://nobody@127.0.0.1:{free_port}/notes"
    refused = run(instance, name, *ASKED[name], NOTESVC_DATABASE_URL=url)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("notesvc: the database cannot be used: ")
    assert len(refused.stderr.splitlines()) == 1


def test_it_says_its_version(instance: Path) -> None:
    assert run(instance, "--version").stdout.startswith("notesvc 0.")


def test_what_cannot_be_printed_is_one_line(ada: Path) -> None:
    with open("/dev/full", "w") as full:
        refused = subprocess.run(
            [sys.executable, "-m", "notesvc.cli", "user", "list"],
            cwd=PROJECT,
            env=environment(ada),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (refused.returncode, refused.stderr) == (1, "notesvc: No space left on device\n")


def test_exports_go_into_pipes_and_passwords_and_imports_come_out_of_them(made: Path) -> None:
    with_input(made, "correct horse battery\n", "user", "add", "--email", "ada@example.org")
    document = json.loads(run(made, "export", "-", *USER, "--format", "json").stdout)
    assert document["format"] == "notesvc.workspace"
    brought = with_input(made, "a text\n", "import", "-", *USER)
    assert brought.stdout.startswith("brought in 1 notes"), brought.stderr


def test_an_export_goes_into_a_named_pipe(ada: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with programs.running(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        made = run(ada, "export", str(pipe), *USER, "--format", "json")
        assert (made.returncode, made.stderr) == (0, "")
        assert json.loads(reader.communicate(timeout=60)[0])["format"] == "notesvc.workspace"
    assert pipe.is_fifo()
