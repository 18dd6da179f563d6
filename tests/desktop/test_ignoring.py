"""Names that the ignore list covers: no title becomes one unseen, and what one keeps from being sent is named."""

from pathlib import Path

import pytest

from tests.desktop.model_service import ModelService
from tests.desktop.world import Device, World


class Desktop:
    """A folder, a service, and nobody about but the test."""

    def __init__(self, home: Path) -> None:
        self.service = ModelService()
        self.world = World(1, home, self.service, self.service)
        self.world.chance.is_on = False
        self.device: Device = self.world.devices[0]
        self.folder = Path(self.device.place.root)

    def write(self, path: str, data: bytes) -> None:
        """The file; no two writes have the same time."""
        (self.folder / path).write_bytes(data)
        self.device.place.touch(self.folder / path)

    def files(self) -> list[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.md"))

    def problems(self) -> dict[str, str]:
        return {path: cause for path, (cause, _) in self.device.state_of(lambda state: state.problems()).items()}


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    return Desktop(tmp_path)


def test_a_title_like_a_leftover_is_a_file_whose_edits_are_sent(desktop: Desktop) -> None:
    service = desktop.service
    made = [service.create_note("~$budget", "one\n")]
    made.append(service.create_note("x.sync-conflict-1", "one\n", service.create_folder("old~")))
    desktop.world.settle()
    assert desktop.files() == ["_~$budget.md", "old~_/x-sync-conflict-1.md"]
    for path in desktop.files():
        desktop.write(path, b"two\n")
    desktop.world.settle()
    assert [service.notes[each]["content"] for each in made] == ["two\n", "two\n"]
    assert [service.notes[each]["name"] for each in made] == ["~$budget", "x.sync-conflict-1"]
    assert desktop.problems() == {}


def test_a_note_that_the_list_of_the_folder_covers_is_named(desktop: Desktop) -> None:
    draft = desktop.service.create_note("Draft", "one\n", desktop.service.create_folder("Work"))
    desktop.world.settle()
    desktop.write(".notesvcignore", b"Draft*\n")
    desktop.write("Work/Draft.md", b"two\n")
    desktop.world.settle()
    assert desktop.problems() == {"Work/Draft.md": "the ignore list covers its name: its changes are not sent"}
    (desktop.folder / ".notesvcignore").unlink()
    desktop.world.settle()
    assert desktop.problems() == {}
    assert desktop.service.notes[draft]["content"] == "two\n"
