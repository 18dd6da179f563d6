"""The local trash: what the client took away can be brought back for thirty days."""

from datetime import timedelta
from pathlib import Path

from tests.desktop.model_service import ModelService
from tests.desktop.world import World


def test_what_lies_in_the_local_trash_goes_after_thirty_days(tmp_path: Path) -> None:
    service = ModelService()
    world = World(1, tmp_path, service, service)
    trash = Path(world.devices[0].place.root, ".notesvc", "trash")
    note = service.create_note("Plan", "first\n")
    world.settle()
    service.change_note(note, content="second\n")
    world.settle()
    assert [path.read_text() for path in trash.iterdir()] == ["first\n"]
    world.let_pass(timedelta(days=29))
    world.settle()
    assert [path.read_text() for path in trash.iterdir()] == ["first\n"]
    world.let_pass(timedelta(days=1))
    world.settle()
    assert list(trash.iterdir()) == []
