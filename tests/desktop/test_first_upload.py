"""A folder that is full when it is connected: batches, a service that wants to be left alone, and how far it is."""

import os
from collections.abc import Iterator
from pathlib import Path

import flask

from notesvc.clients.desktop.sync.api import Answer, Body
from tests.conftest import on_sqlite
from tests.desktop.model_service import ModelService
from tests.desktop.real_service import RealService
from tests.desktop.world import Device, World
from tests.web.conftest import app, member, no_views_waiting, passwords

__all__ = ["app", "no_views_waiting", "passwords"]

_FILES = int(os.environ.get("NOTESVC_TEST_SYNC_FILES", "250"))


class Busy:
    """The way to a service that takes each batch at the second attempt only."""

    def __init__(self, service: ModelService) -> None:
        self._service = service
        self._batches = 0
        self.pauses: list[float] = []

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        if path == "/api/sync/batch":
            self._batches += 1
            if self._batches % 2:
                return Answer(429, {"retry-after": "7"})
        return self._service.ask(method, path, body, headers)

    def fetch(self, path: str) -> tuple[Answer, Iterator[bytes]]:
        return self._service.fetch(path)

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


def fill(device: Device, count: int) -> None:
    for number in range(count):
        Path(device.place.root, f"note {number}.md").write_text(f"text of {number}\n" * 20)


def test_it_waits_for_as_long_as_the_service_wants(tmp_path: Path) -> None:
    service = ModelService()
    busy = Busy(service)
    world = World(1, tmp_path, service, busy)
    world.chance.is_on = False
    fill(world.devices[0], 250)
    assert world.devices[0].round() is not None
    assert busy.pauses == [7.0, 7.0, 7.0]
    assert len(service.live_notes()) == 250


@on_sqlite
def test_many_new_files_are_notes_after_one_round(app: flask.Flask, tmp_path: Path) -> None:
    service = RealService(app, member(app, "owner@example.org", "Olive Owner"))
    world = World(1, tmp_path, service, service)
    world.chance.is_on = False
    fill(world.devices[0], _FILES)
    assert world.devices[0].round() is not None
    assert len(service.live_notes()) == _FILES
    report = world.devices[0].round()
    assert report is not None
    assert not report.acts
