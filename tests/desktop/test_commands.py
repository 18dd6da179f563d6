"""The commands as people use them: a running service, a browser that approves, a credential store."""

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import programs
from tests.clipper.service import Ada
from tests.desktop.store import lock, unlocked_store
from tests.kept import Services
from tests.places import PROJECT
from tests.service import wait_until

_PROGRAM = [sys.executable, "-m", "notesvc.clients.desktop.cli.main"]
_MIB = 24
_MEASURED = """
import re, sys
from pathlib import Path
from notesvc.clients.desktop.cli.main import main
code = main(sys.argv[1:])
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
sys.exit(code)
"""


@dataclass
class Desktop:
    """A client of its own home."""

    environment: dict[str, str]
    home: Path
    ada: Ada

    @property
    def folder(self) -> Path:
        return self.home / "Notes"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*_PROGRAM, *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def running(self, *arguments: str) -> AbstractContextManager["subprocess.Popen[str]"]:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return programs.running([*_PROGRAM, *arguments], cwd=PROJECT, env=self.environment, text=True, **pipes)

    def connect(self) -> None:
        with self.running("connect", self.ada.service.url, "--no-browser", "--name", "laptop") as running:
            assert running.stdout is not None
            code = running.stdout.readline().split()[-1]
            self.ada.ask("POST", "/api/auth/device/approve", {"userCode": code, "approve": True})
            assert running.wait(timeout=60) == 0

    def text(self, name: str) -> str:
        """What the file says; nothing while it is being replaced."""
        try:
            return self.folder.joinpath(name).read_text()
        except FileNotFoundError:
            return ""

    def synced(self) -> dict[str, object]:
        done = self.run("sync", "--json")
        assert done.returncode == 0, done.stdout + done.stderr
        return dict(json.loads(done.stdout))

    def files_with(self, text: str) -> list[Path]:
        """Files of the home that hold the text, the store's own left out."""
        found = [path for path in self.home.rglob("*") if path.is_file() and "keyrings" not in path.parts]
        return [path for path in found if text.encode() in path.read_bytes()]


@pytest.fixture
def desktop(tmp_path: Path, services: Services) -> Iterator[Desktop]:
    """Not connected yet."""
    service = services.empty(NOTESVC_REGISTRATION="open")
    home = tmp_path / "home"
    with unlocked_store(home) as environment:
        environment |= {"NOTES_DESKTOP_HOME": str(home / "client")}
        yield Desktop(environment, home, Ada(service))


def test_a_folder_and_a_workspace_become_the_same(desktop: Desktop) -> None:
    desktop.connect()
    desktop.folder.joinpath("Work").mkdir()
    desktop.folder.joinpath("Work", "Plan.md").write_text("---\ntags:\n  - own\n---\nfirst\n")
    desktop.synced()
    note = desktop.ada.notes("Plan")[0]
    assert (note["content"], note["tags"]) == ("first\n", ["own"])
    desktop.ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": "first\nsecond\n"})
    desktop.synced()
    assert desktop.folder.joinpath("Work", "Plan.md").read_text() == "---\ntags:\n  - own\n---\nfirst\nsecond\n"
    assert desktop.synced()["acts"] == []


def test_the_key_lies_in_the_credential_store_alone(desktop: Desktop) -> None:
    desktop.connect()
    desktop.synced()
    assert desktop.files_with("svc_sync_") == []
    assert desktop.run("disconnect").returncode == 0
    done = desktop.run("sync")
    assert (done.returncode, "connect" in done.stderr) == (5, True)


def test_a_locked_store_ends_the_command_and_nothing_is_written(desktop: Desktop) -> None:
    desktop.connect()
    lock(desktop.environment)
    assert desktop.run("sync").returncode == 3
    assert desktop.run("disconnect").returncode == 3
    assert desktop.run("connect", desktop.ada.service.url, "--no-browser").returncode == 3
    assert desktop.files_with("svc_sync_") == []


def test_a_key_in_the_settings_moves_to_the_store(desktop: Desktop) -> None:
    desktop.connect()
    secret = desktop.ada.key()
    settings = desktop.home / "client" / "settings.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text()), "token": secret}))
    desktop.run("status")
    assert desktop.files_with(secret) == [settings]
    desktop.run("sync")
    assert desktop.files_with(secret) == []


def test_a_revoked_key_is_deleted_and_nothing_else(desktop: Desktop) -> None:
    desktop.connect()
    desktop.synced()
    before = sorted(desktop.folder.rglob("*.md"))
    desktop.ada.revoke_all()
    done = desktop.run("sync")
    assert (done.returncode, "connect again" in done.stderr) == (5, True)
    assert "no key" in desktop.run("sync").stderr
    assert sorted(desktop.folder.rglob("*.md")) == before


def test_watching_brings_changes_of_both_sides_and_keeps_others_out(desktop: Desktop) -> None:
    desktop.connect()
    with desktop.running("sync", "--watch") as watching:
        desktop.folder.joinpath("Here.md").write_text("from here\n")
        note = wait_until(lambda: desktop.ada.notes("Here"), "the note did not come")[0]
        desktop.ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": "from there\n"})
        wait_until(lambda: desktop.text("Here.md") == "from there\n", "the change did not come")
        done = desktop.run("sync")
        assert (done.returncode, str(watching.pid) in done.stderr) == (4, True)


def test_watching_ends_with_a_sentence_when_nobody_reads_its_output(desktop: Desktop) -> None:
    desktop.connect()
    with desktop.running("sync", "--watch") as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        watching.stdout.close()
        desktop.folder.joinpath("Here.md").write_text("from here\n")
        assert watching.wait(timeout=60) == 1
        assert watching.stderr.read() == "Nobody reads its output any more: it has ended.\n"
    assert desktop.ada.notes("Here")


def test_many_deletions_are_asked_about(desktop: Desktop) -> None:
    desktop.connect()
    for number in range(30):
        desktop.folder.joinpath(f"{number}.md").write_text(f"text {number}\n")
    desktop.synced()
    for number in range(25):
        desktop.folder.joinpath(f"{number}.md").unlink()
    done = desktop.run("sync")
    assert (done.returncode, "--accept-deletes 25" in done.stderr) == (6, True)
    assert len(desktop.ada.ask("GET", "/api/workspace/notes")["notes"]) >= 30
    assert desktop.run("sync", "--accept-deletes", "25").returncode == 0
    assert desktop.ada.notes("0") == []


def test_what_is_no_note_is_named_and_left_alone(desktop: Desktop) -> None:
    desktop.connect()
    desktop.folder.joinpath("Broken.md").write_bytes(b"\xff\xfe\xff")
    desktop.synced()
    status = json.loads(desktop.run("status", "--json").stdout)
    assert status["problems"] == [{"path": "Broken.md", "cause": "it is not UTF-8"}]
    assert desktop.folder.joinpath("Broken.md").read_bytes() == b"\xff\xfe\xff"


def test_a_replaced_file_comes_back_from_the_local_trash(desktop: Desktop) -> None:
    desktop.connect()
    desktop.folder.joinpath("Plan.md").write_text("old\n")
    desktop.synced()
    note = desktop.ada.notes("Plan")[0]
    desktop.ada.ask("DELETE", f"/api/workspace/notes/{note['id']}")
    desktop.synced()
    name = json.loads(desktop.run("restore", "--json").stdout)["trash"][0]["name"]
    assert desktop.run("restore", name).returncode == 0
    assert desktop.folder.joinpath("Plan.md").read_text() == "old\n"


def test_a_large_file_goes_both_ways_in_little_memory(desktop: Desktop) -> None:
    desktop.connect()
    alone = kib_of_sync(desktop)
    here, there = desktop.folder / "film.bin", desktop.folder / "attachments" / "film.bin"
    data = random.Random(1).randbytes(_MIB * 1024 * 1024)
    here.write_bytes(data)
    desktop.folder.joinpath("Plan.md").write_text("[film](film.bin)\n")
    sent = kib_of_sync(desktop)
    assert "](/files/" in desktop.ada.notes("Plan")[0]["content"]
    for path in (here, desktop.folder / "Plan.md"):
        path.unlink()
    assert desktop.run("reset").returncode == 0
    fetched = kib_of_sync(desktop)
    assert hashlib.sha256(there.read_bytes()).digest() == hashlib.sha256(data).digest()
    assert desktop.folder.joinpath("Plan.md").read_text() == "[film](attachments/film.bin)\n"
    assert max(sent, fetched) - alone < _MIB * 1024 // 3


def kib_of_sync(desktop: Desktop) -> int:
    """Sync, and answer how large the client was at most."""
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, "sync"],
        cwd=PROJECT,
        env=desktop.environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return int(done.stdout.splitlines()[-1])
