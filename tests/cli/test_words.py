"""What every command refuses: words that there are not, bad settings, and a folder that holds no instance."""

from pathlib import Path

import pytest

from tests.commands import call


def test_what_is_no_command_is_refused_with_the_list_of_those_that_are(instance: Path) -> None:
    refused = call(instance, "sing")
    assert refused.returncode == 2
    assert "serve" in refused.stderr


def test_a_bad_setting_stops_every_command_in_one_line(instance: Path) -> None:
    for words in (["migrate"], ["user", "list"], ["check"], ["backup"]):
        refused = call(instance, *words, NOTESVC_PORT="x")
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
        assert "NOTESVC_PORT" in refused.stderr


def test_a_setting_that_there_is_not_is_refused_by_name(instance: Path) -> None:
    (instance / "notesvc.toml").write_text("prot = 8080\n")
    refused = call(instance, "user", "list")
    assert (refused.returncode, refused.stderr) == (
        2,
        "notesvc: notesvc.toml: prot is no setting of this service: did you mean port?\n",
    )


@pytest.mark.parametrize("words", ["user list", "user invite", "check", "backup", "export x --user a", "audit export"])
def test_a_command_makes_no_instance_where_there_is_none(tmp_path: Path, words: str) -> None:
    nowhere = tmp_path / "mistyped"
    refused = call(nowhere, *words.split())
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1
    assert "holds no instance" in refused.stderr
    assert "NOTESVC_INSTANCE" in refused.stderr
    assert not nowhere.exists()


@pytest.mark.parametrize("words", ["check", "backup", "user list", "audit export"])
def test_a_command_that_only_looks_makes_no_instance_in_an_empty_folder(instance: Path, words: str) -> None:
    refused = call(instance, *words.split())
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "NOTESVC_INSTANCE" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert list(instance.iterdir()) == []


@pytest.mark.parametrize("words", ["serve", "migrate", "check", "backup", "user list"])
def test_a_folder_that_cannot_be_used_is_refused_in_one_line(tmp_path: Path, words: str) -> None:
    (tmp_path / "file").touch()
    refused = call(tmp_path / "file" / "instance", *words.split())
    assert refused.returncode in (1, 2)
    assert len(refused.stderr.splitlines()) == 1, refused.stderr
