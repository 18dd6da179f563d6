"""Notes that several people have open, for tests: shared, entered, cut off."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.app.gate import Gate
from tests.app.visitor import LISTENED_IN, Visitor
from tests.app.writing import surface
from tests.service import Service, wait_until

MODES = pytest.mark.parametrize("mode", ["block", "raw"])
# Where the other surface does the same; the full suite has both.
BLOCKS_FIRST = pytest.mark.parametrize("mode", ["block", pytest.param("raw", marks=pytest.mark.full)])
_STORED = """id => new Promise(tell => {
  const opening = indexedDB.open("notesvc");
  opening.onsuccess = () => {
    const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
    all.onsuccess = () => tell(all.result.some(({ noteId, room }) => noteId === id && %s));
  };
})"""
# Whether this device keeps something that the note's room lacks, or that the note itself does.
KEPT = _STORED % "room"
DRAFTED = _STORED % "!room"
# What this device keeps of the notes' rooms, as letters: the words of a document stand in its bytes.
_UPDATES = """() => new Promise(tell => {
  const opening = indexedDB.open("notesvc");
  opening.onsuccess = () => {
    const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
    const read = ({ room }) => (room ? new TextDecoder("latin1").decode(room.update) : "");
    all.onsuccess = () => tell(all.result.map(read).join(" "));
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
    """One page's way to the rooms, which can be cut while others have theirs, or made a bad one."""

    def __init__(self, page: Page) -> None:
        # With which codes of its own the worker has closed it.
        self.closed: list[int] = []
        self._is_cut = False
        self._is_held = False
        self._misheard: tuple[bytes, bytes] = (b"", b"")
        self._there: list[WebSocketRoute] = []
        LISTENED_IN.add(page)
        page.route_web_socket(re.compile("^ws"), self._dialled)

    def cut(self) -> None:
        self._is_cut = True
        self.end(4408)

    def end(self, code: int) -> None:
        """Close it as the worker would."""
        for each in self._there:
            each.close(code=code)
        self._there.clear()

    def hold(self) -> None:
        """From now on nothing of what the page says arrives; it hears the worker as before."""
        self._is_held = True

    def mishear(self, pattern: bytes, instead: bytes) -> None:
        """From now on the worker hears another thing where the page says something of this pattern."""
        self._misheard = (pattern, instead)

    def mend(self) -> None:
        self._is_cut = self._is_held = False

    def _dialled(self, route: WebSocketRoute) -> None:
        if self._is_cut:
            route.close(code=4408)
            return
        server = route.connect_to_server()
        route.on_message(lambda message: self._said(server, message))
        server.on_close(lambda code, reason: self._closed(route, code, reason))
        self._there.append(route)

    def _said(self, server: WebSocketRoute, message: str | bytes) -> None:
        assert isinstance(message, bytes), "rooms speak in bytes"
        pattern, instead = self._misheard
        if not self._is_held:
            server.send(re.sub(pattern, instead, message) if pattern else message)

    def _closed(self, route: WebSocketRoute, code: int | None, reason: str | None) -> None:
        if code is not None and code >= 4400:
            self.closed.append(code)
        route.close(code=code, reason=reason)


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


def keep(page: Page, words: str) -> None:
    """Wait until all of the words are on this device: the page may go then."""
    wait_until(lambda: words in page.evaluate(_UPDATES), f"{words} was not kept on this device")
