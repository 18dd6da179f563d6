"""How editors save: one edit is one version of the same note, and nothing of the editor's gets into the service."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from notesvc.clients.desktop.sync.api import Answer
from tests import places, programs
from tests.desktop.model_service import ModelService
from tests.desktop.world import Device, World
from tests.service import wait_until

pytestmark = pytest.mark.process

OLD = "".join(f"line {number}\n" for number in range(4))
NEW = f"{OLD}added\n"
Save = Callable[[Path, Callable[[], None]], None]


class Counting:
    """The way to the service, and the writes that went over it."""

    def __init__(self, service: ModelService) -> None:
        self._service = service
        self.writes: list[str] = []

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        if method != "GET":
            self.writes.append(f"{method} {path}")
        return self._service.ask(method, path, body, headers)

    def pause(self, seconds: float) -> None:
        """Time is not of the model."""


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        places.missing(f"{name} is not on this machine")
    return str(found)


def vim(*settings: str) -> Save:
    """The real one; a round goes by while it has the file open, and its swap file lies beside."""

    def save(path: Path, between: Callable[[], None]) -> None:
        command = [
            tool("vim"),
            "-N",
            "-u",
            "NONE",
            "-i",
            "NONE",
            "-es",
            "--cmd",
            "set directory=.",
            *settings,
            path.name,
        ]
        with programs.running(command, cwd=path.parent, stdin=subprocess.PIPE, text=True) as run:
            assert run.stdin is not None
            run.stdin.write("$put ='added'\npreserve\n!touch .ready\n")
            run.stdin.flush()
            wait_until(path.with_name(".ready").exists, "vim did not open the file")
            assert path.with_name(f".{path.name}.swp").exists()
            between()
            run.stdin.write("write\nquit\n")
            run.stdin.flush()
            run.stdin.close()
            run.wait(timeout=60)
        assert run.returncode == 0

    return save


def gio(path: Path, between: Callable[[], None]) -> None:
    """GLib's replace, as of gedit and others: a hidden file beside, put over the old one."""
    between()
    subprocess.run([tool("gio"), "save", str(path)], input=NEW, text=True, check=True)


def in_place(path: Path, between: Callable[[], None]) -> None:
    """As VS Code and Obsidian: emptied and written, without a word in between."""
    between()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    os.write(descriptor, NEW.encode())
    os.close(descriptor)


def over_a_backup(path: Path, between: Callable[[], None]) -> None:
    """As Emacs: the old file is renamed, the new one written, and the backup stays."""
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    between()
    path.write_text(NEW)
    between()


def deleted_first(path: Path, between: Callable[[], None]) -> None:
    """As older programs: deleted, and written anew."""
    path.unlink()
    between()
    path.write_text(NEW)


def put_over(path: Path, between: Callable[[], None]) -> None:
    """As many: a temporary file beside, flushed, and put over the old one."""
    aside = path.with_name(f"{path.name}.tmp")
    with aside.open("w") as file:
        file.write(NEW)
        file.flush()
        os.fsync(file.fileno())
    between()
    aside.replace(path)


SAVES = {
    "vim": vim(),
    "vim, backupcopy=yes": vim("-c", "set backupcopy=yes"),
    "vim, backupcopy=no": vim("-c", "set backupcopy=no"),
    "vim, backup": vim("-c", "set backup backupdir=. backupcopy=no"),
    "GLib": gio,
    "in place": in_place,
    "over a backup": over_a_backup,
    "deleted first": deleted_first,
    "put over": put_over,
}


@pytest.mark.parametrize("name", SAVES)
def test_one_edit_is_one_version_of_the_same_note(tmp_path: Path, name: str) -> None:
    service = ModelService()
    counting = Counting(service)
    world = World(1, tmp_path, service, counting)
    world.chance.is_on = False
    device: Device = world.devices[0]
    note = service.create_note("Plan", OLD)
    world.settle()
    folder = Path(device.place.root)
    SAVES[name](folder / "Plan.md", lambda: device.round() and None)
    world.settle()
    assert counting.writes == [f"PATCH /api/sync/notes/{note}"]
    assert {each["content"] for each in service.notes.values()} == {NEW}
    assert list(service.live_notes()) == [note]
    assert [path.name for path in device.person.files()] == ["Plan.md"]
