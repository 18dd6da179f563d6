"""The power goes at any step: files that were not flushed are empty then, and no note may become so."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.disks import SteppingDisk
from tests.desktop.model_service import ModelService
from tests.desktop.stepping import Killed
from tests.desktop.world import World

pytestmark = pytest.mark.process

_NOTES = 2
_MOST_STEPS = 500


class FragileDisk(SteppingDisk):
    """A disk that has what was written when it was flushed, and not before."""

    unflushed: set[str] = set()

    def write(self, path: str, pieces: Iterator[bytes], *, is_flushed: bool = True) -> None:
        if not is_flushed:
            self.unflushed.add(path.rpartition("/")[2])
        super().write(path, pieces, is_flushed=is_flushed)

    def move(self, old: str, new: str, *, is_flushed: bool = True) -> None:
        if old.rpartition("/")[2] in self.unflushed:
            self.unflushed.add(new.rpartition("/")[2])
        super().move(old, new, is_flushed=is_flushed)

    def flush(self) -> None:
        super().flush()
        self.unflushed.clear()


def run(home: Path, step_of_cut: int) -> bool:
    """A first round with new notes and one with changes, the power gone at that step; whether it came so far."""
    service = ModelService()
    world = World(1, home, service, service)
    world.chance.is_on = False
    device = world.devices[0]
    device.opens = FragileDisk
    FragileDisk.unflushed.clear()
    steps = iter(range(_MOST_STEPS))
    device.step = lambda _: cut(next(steps) == step_of_cut)  # type: ignore[method-assign]
    picture = service.add_file("a.png", b"a picture")
    first = f"first ![](/files/{picture}/a.png)\n"
    texts = {service.create_note(f"note {number}", first): first for number in range(_NOTES)}
    is_cut = device.round() is None
    if not is_cut:
        texts = dict.fromkeys(texts, "second\n")
        for note in texts:
            service.change_note(note, content="second\n")
        is_cut = device.round() is None
    for path in Path(device.place.root).rglob("*"):
        if path.name in FragileDisk.unflushed:
            os.truncate(path, 0)
    device.step = lambda _: None  # type: ignore[method-assign]
    world.settle()
    assert {note: service.notes[note]["content"] for note in texts} == texts, f"the power went at step {step_of_cut}"
    assert service.live_files() == {picture: b"a picture"}
    return is_cut


def cut(is_time: bool) -> None:
    if is_time:
        raise Killed


def test_no_note_becomes_empty_where_the_power_goes(tmp_path: Path) -> None:
    steps = 0
    while run(tmp_path / str(steps), steps):
        steps += 1
    assert steps > 20 * _NOTES
