"""Two texts that cannot be merged are both kept in the service, or the note's file waits until they are."""

from pathlib import Path

import pytest

from notesvc.clients.desktop.sync.api import Answer, Body
from tests.desktop.model_service import ModelService
from tests.desktop.world import World


class Refusing(ModelService):
    """It takes no new note for a while."""

    refuses = False

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        if self.refuses and path == "/api/sync/batch":
            return Answer(200, {}, {"results": [{"status": 422, "body": {"code": "full", "detail": "No room."}}]})
        return super().ask(method, path, body, headers)


@pytest.fixture
def world(tmp_path: Path) -> World:
    service = Refusing()
    return World(1, tmp_path, service, service)


def written_on_both_sides(world: World) -> tuple[str, str]:
    """A folder and a note in it, which says another thing here and there."""
    folder = world.service.create_folder("Work")
    note = world.service.create_note("Plan", "first\n", folder)
    world.settle()
    plan(world).write_text("ours\n")
    world.service.change_note(note, content="theirs\n")
    return folder, note


def plan(world: World) -> Path:
    return Path(world.devices[0].place.root, "Work/Plan.md")


def texts(world: World) -> list[str]:
    return sorted(note["content"] for note in world.service.live_notes().values())


def test_a_copy_whose_folder_is_gone_there_stands_at_the_top(world: World) -> None:
    folder, note = written_on_both_sides(world)
    world.service.change_note(note, parentId=None)
    world.service.delete_folder(folder)
    world.devices[0].round()
    world.service.delete_note(note)
    world.settle()
    assert texts(world) == ["ours\n"]


def test_the_file_waits_while_its_copy_is_refused(world: World) -> None:
    written_on_both_sides(world)
    world.service.refuses = True
    world.devices[0].round()
    world.devices[0].round()
    assert plan(world).read_text() == "ours\n"
    world.service.refuses = False
    world.settle()
    assert texts(world) == ["ours\n", "theirs\n"]
