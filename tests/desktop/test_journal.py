"""The folder of the journal: a file of a day there is the day's entry, here and on other devices."""

from pathlib import Path

import flask
import pytest

from tests.conftest import on_sqlite
from tests.desktop.real_service import RealService
from tests.desktop.world import Device, World
from tests.web.conftest import app, member, no_views_waiting, passwords

__all__ = ["app", "no_views_waiting", "passwords"]


@pytest.fixture
def world(app: flask.Flask, tmp_path: Path) -> World:
    """Two devices, and nobody about but the test."""
    service = RealService(app, member(app, "owner@example.org", "Olive Owner"))
    made = World(1, tmp_path, service, service)
    made.chance.is_on = False
    made.devices = [Device(made, name, is_caseless=False) for name in ("laptop", "desktop")]
    return made


def put(device: Device, name: str) -> None:
    path = Path(device.place.root, "Journal", name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{name} on {device.name}\n")


def files(device: Device) -> dict[str, str]:
    root = Path(device.place.root)
    return {str(path.relative_to(root)): path.read_text() for path in device.person.files()}


@on_sqlite
def test_a_new_file_of_a_day_is_its_entry_on_each_device(world: World) -> None:
    laptop, desktop = world.devices
    put(laptop, "2026-11-21.md")
    world.settle()
    assert files(laptop) == files(desktop) == {"Journal/2026-11-21.md": "2026-11-21.md on laptop\n"}
    assert [note["parentId"] for note in world.service.live_notes().values()] == [None]
    assert not world.service.live_folders()


@on_sqlite
def test_what_is_no_day_does_not_stay_among_the_days(world: World) -> None:
    laptop, desktop = world.devices
    put(laptop, "2026-11-21.md")
    world.settle()
    put(laptop, "Plan.md")
    world.settle()
    days = {"Journal/2026-11-21.md": "2026-11-21.md on laptop\n"}
    assert files(laptop) == files(desktop) == {"Plan.md": "Plan.md on laptop\n", **days}


@on_sqlite
def test_a_folder_of_that_name_with_other_notes_is_one_like_any_other(world: World) -> None:
    laptop, desktop = world.devices
    put(laptop, "2026-11-21.md")
    put(laptop, "Plan.md")
    world.settle()
    assert files(laptop) == files(desktop)
    assert sorted(files(laptop)) == ["Journal/2026-11-21.md", "Journal/Plan.md"]
    assert len(world.service.live_folders()) == 1


@on_sqlite
def test_a_day_that_two_devices_begin_has_one_entry_and_a_note(world: World) -> None:
    laptop, desktop = world.devices
    put(laptop, "2026-11-21.md")
    laptop.round()
    put(desktop, "2026-11-21.md")
    world.settle()
    # The name was taken on the second when the entry came.
    assert files(laptop) == {
        "Journal/2026-11-21.md": "2026-11-21.md on laptop\n",
        "2026-11-21.md": "2026-11-21.md on desktop\n",
    }
    assert files(desktop) == {
        "Journal/2026-11-21 (2).md": "2026-11-21.md on laptop\n",
        "2026-11-21.md": "2026-11-21.md on desktop\n",
    }
