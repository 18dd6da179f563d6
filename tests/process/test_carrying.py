"""Carriers that are killed at any moment: nothing is lost, nothing is wrong, and the next one goes on."""

import io
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from notesvc import file_store
from notesvc.config import Settings
from notesvc.domain import attachments
from notesvc.domain.caller import Caller
from notesvc.domain.storage import fetching, moves, opening, parts, placed_files, placing
from notesvc.domain.storage.target import Target
from notesvc.models import Attachment
from tests import programs
from tests.backends.model import SOUND
from tests.domain.conftest import add_user
from tests.process import carrier
from tests.service import wait_until

_KILLS = 3
_FILES = 20


@pytest.fixture
def kind() -> str:
    """SQLite's file is what another process shares without more."""
    return "sqlite"


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Path]:
    """Folders that stand in for servers."""
    folder = tmp_path / "places"
    folder.mkdir()
    carrier.stand_in(folder)
    yield folder
    opening.OPENERS.pop("webdav")


class Carrying:
    """The child that carries."""

    def __init__(self, settings: Settings, places: Path) -> None:
        self._command = [sys.executable, "-m", "tests.process.carrier", str(settings.instance), str(places)]
        self.child = programs.start(self._command)

    def kill(self) -> None:
        self.child.kill()
        self.child.wait()

    def start(self) -> None:
        self.child = programs.start(self._command)


def choose(caller: Caller, name: str) -> None:
    target = Target("attachments", "webdav", address=f"https://places.example.org/{name}")
    placing.claim(opening.open_target(caller.user_id, target), parts.owner_mark(caller.user_id))
    parts.put(caller, target, SOUND)


def upload(caller: Caller, chance: random.Random) -> Attachment:
    content = chance.randbytes(chance.randrange(1, 200_000))
    return attachments.store(caller, io.BytesIO(content).read, "a.bin")


def is_done(caller: Caller) -> bool:
    move = moves.of(caller.user_id)
    part = parts.of(caller.user_id, "attachments")
    is_carried = not part.is_elsewhere or placed_files.count_unproven(str(part.id), caller.user_id) == 0
    return move is not None and move.state == "done" and is_carried


def test_a_move_and_uploads_survive_kills_at_any_moment(workspace: Settings, places: Path) -> None:
    file_store.open_store(workspace.attachments)
    caller, chance = add_user("owner"), random.Random(7)
    made = [upload(caller, chance) for _ in range(_FILES)]
    carrying = Carrying(workspace, places)
    try:
        for name in ("one", "two"):
            choose(caller, name)
            for _ in range(_KILLS):
                made.append(upload(caller, chance))
                before = sum(1 for _ in places.rglob("*"))
                wait_until(lambda before=before: is_done(caller) or sum(1 for _ in places.rglob("*")) > before, "more")
                carrying.kill()
                carrying.start()
            wait_until(lambda: is_done(caller), "the move is done")
    finally:
        carrying.kill()
    for attachment in made:
        file_store.remove(str(attachment.content_hash))
    for attachment in made:
        path = fetching.path_of(caller.user_id, str(attachment.content_hash))
        with open(path, "rb") as file:
            assert placing.is_right_file(file, str(attachment.content_hash))
    assert str(parts.of(caller.user_id, "attachments").address).endswith("/two")
