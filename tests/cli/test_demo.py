"""`notesvc demo`: a workspace to look around in."""

import json
from pathlib import Path

from tests.cli.accounts import PASSWORD, add
from tests.commands import call


def test_the_demo_workspace_is_whole_and_goes_into_a_new_account_alone(instance: Path, tmp_path: Path) -> None:
    done = call(instance, "demo", "--email", "robin@example.org", typed=f"{PASSWORD}\n")
    assert (done.returncode, done.stdout.split()[0]) == (0, "robin@example.org"), done.stderr
    assert call(instance, "check").stdout == "everything is in order\n"
    call(instance, "export", str(tmp_path / "all.json"), "--user", "robin@example.org", "--format", "json")
    workspace = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    texts = [note["content"] for note in workspace["notes"]]
    assert {"Garden", "Research", "Travel", "Kitchen", "Reading"} <= {each["name"] for each in workspace["folders"]}
    assert not any("{{" in text for text in texts)
    for sign in ("> [!tip]", "```python", "$$", "| --- |", "- [ ]", "[[Raised bed plan]]", "/files/"):
        assert any(sign in text for text in texts), sign
    assert len(workspace["attachments"]) == 5
    assert len([note for note in workspace["notes"] if note["journalMeta"]]) == 6

    again = call(instance, "demo", "--email", "ROBIN@example.org", typed=f"{PASSWORD}\n")
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.startswith("notesvc: ROBIN@example.org has an account: ")
    assert len(call(instance, "user", "list").stdout.splitlines()) == 1


def test_a_demo_that_is_refused_leaves_no_account(instance: Path) -> None:
    add(instance, "ada@example.org")
    refused = call(instance, "demo", typed="short\n")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert len(call(instance, "user", "list").stdout.splitlines()) == 1
