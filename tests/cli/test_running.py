"""`notesvc serve` and `notesvc migrate`: what keeps the service from starting is one line that says what to do."""

import os
import socket
import time
from pathlib import Path

import pytest

from notesvc import serve
from notesvc.config import Settings
from tests.commands import call
from tests.conftest import settings_of


def test_migrating_says_what_it_did_and_does_it_once(instance: Path) -> None:
    first = call(instance, "migrate")
    assert (first.returncode, first.stdout.splitlines()[0]) == (0, "applied 0001_initial")
    assert call(instance, "migrate").stdout == "the database is up to date\n"


def test_a_port_that_is_taken_is_one_line(instance: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = call(instance, "serve", NOTESVC_PORT=str(port))
    expected = f"notesvc: port {port} of 127.0.0.1 is in use already: set NOTESVC_PORT to another one\n"
    assert (refused.returncode, refused.stderr) == (1, expected)


def test_a_port_that_is_given_back_a_moment_later_is_taken(monkeypatch: pytest.MonkeyPatch, instance: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings = settings_of(instance, NOTESVC_PORT=str(other.getsockname()[1]))
        monkeypatch.setattr(time, "sleep", lambda _: other.close())
        with serve.listening(settings, "PORT") as listener:
            assert listener.getsockname()[1] == settings.port


def test_an_address_that_is_not_this_machines_is_one_line(instance: Path) -> None:
    refused = call(instance, "serve", NOTESVC_HOST="192.0.2.1")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1)
    assert "NOTESVC_HOST '192.0.2.1'" in refused.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NOTESVC_PORT", "http"),
        ("NOTESVC_PORT", "70000"),
        ("NOTESVC_DATABASE_URL", "mysql://localhost/notes"),
        ("NOTESVC_REGISTRATION", "maybe"),
        ("NOTESVC_SECRET_KEY", "short"),
        ("NOTESVC_BASE_URL", "notes.example.org"),
        ("NOTESVC_TRUSTED_PROXIES", "-1"),
        ("NOTESVC_TRUSTED_ORIGINS", "notes"),
        ("NOTESVC_WORKERS", "0"),
        ("NOTESVC_REDIS_URL", "memory://"),
        ("NOTESVC_MAX_NOTHING", "5"),
        ("FLASK_DEBUG", "1"),
    ],
)
def test_a_bad_setting_is_one_line_that_names_it(instance: Path, name: str, value: str) -> None:
    refused = call(instance, "serve", **{name: value})
    assert (refused.returncode, refused.stdout) == (2, "")
    assert len(refused.stderr.splitlines()) == 1
    assert name in refused.stderr


@pytest.mark.parametrize(
    "name", ["secret_key", "notesvc.sqlite", "notesvc.sqlite-rates", "notesvc.sqlite-rooms", "notesvc.toml"]
)
def test_a_file_that_others_can_read_is_refused_with_the_remedy(made: Path, name: str) -> None:
    if name.endswith(("rooms", "toml")):
        (made / name).write_text('smtp_url = "smtp://user:word@mail.example.org"\n')
    os.chmod(made / name, 0o644)
    refused = call(made, "serve")
    assert refused.returncode == 2
    assert refused.stderr.endswith(f"run `chmod 600 {made / name}`\n")


def test_a_lock_that_cannot_be_made_is_refused_in_one_line(instance: Path) -> None:
    (instance / "serve.lock").mkdir()
    refused = call(instance, "serve")
    assert (refused.returncode, refused.stderr) == (1, f"notesvc: {instance / 'serve.lock'}: Is a directory\n")


def test_a_database_whose_pages_do_not_hang_together_is_refused_with_the_next_step(on_sqlite: Settings) -> None:
    whole = on_sqlite.database_path.read_bytes()
    on_sqlite.database_path.write_bytes(whole[:8192] + bytes(4096) + whole[12288:])
    refused = call(on_sqlite.instance, "serve")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1)
    assert "notesvc restore" in refused.stderr


def test_a_file_that_is_no_database_is_refused_with_the_next_step(instance: Path) -> None:
    (instance / "notesvc.sqlite").write_bytes(b"this is no database at all" * 400)
    (instance / "notesvc.sqlite").chmod(0o600)
    refused = call(instance, "serve")
    assert refused.returncode == 1
    assert "notesvc restore" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
