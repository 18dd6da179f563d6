"""Notes that several people have open, for tests: shared, entered, cut off."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.app.gate import Gate
from tests.app.test_writing import surface
from tests.app.visitor import Visitor
from tests.service import Service

MODES = pytest.mark.parametrize("mode", ["block", "raw"])
# Whether this device keeps something that the note's room lacks.
KEPT = """id => new Promise(tell => {
  const opening = indexedDB.open("notesvc.rooms");
  opening.onsuccess = () => {
    const all = opening.result.transaction("documents").objectStore("documents").getAll();
    all.onsuccess = () => tell(all.result.some(({ noteId }) => noteId === id));
  };
})"""


@dataclass
class Worker:
    """A service, and the gate before its rooms."""

    service: Service
    gate: Gate
    inside: int

    def open(self) -> None:
        self.gate.open(self.inside)


class Line:
    """One page's way to the rooms, which can be cut while others have theirs."""

    def __init__(self, page: Page) -> None:
        self._is_cut = False
        self._there: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("^ws"), self._dialled)

    def cut(self) -> None:
        self._is_cut = True
        for each in self._there:
            each.close(code=4408)
        self._there.clear()

    def mend(self) -> None:
        self._is_cut = False

    def _dialled(self, route: WebSocketRoute) -> None:
        if self._is_cut:
            route.close(code=4408)
            return
        route.connect_to_server()
        self._there.append(route)


def content(ada: Visitor, note: dict[str, Any]) -> str:
    return str(ada.read(note["id"])["content"])


def in_room(page: Page, state: str = "joined") -> None:
    page.locator(f'.note-place[data-room="{state}"]').wait_for()


def enter(page: Page, note: dict[str, Any]) -> Page:
    """Open the note and be in its room."""
    page.goto(f"/notes/{note['id']}")
    in_room(page)
    surface(page).wait_for()
    return page
