"""Somebody writes while the service comes and goes, in any order: each note is there once, with all of it.

Each seed is one such person; the acts are told where a promise breaks:

- a note that was made is at the service once, under the address that it had from the first moment, and no other is;
- its title is the last that was typed, and its text holds each word that was, in order;
- what the service has is no longer kept on the device.
"""

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Route

from tests import searching
from tests.app.away import KEPT, new_note, watched
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface
from tests.service import Service, wait_until

STEPS = 12


@dataclass
class Writer:
    """Who does it, and what should be at the service in the end."""

    ada: Visitor
    service: Service
    chance: random.Random
    is_away: bool = False
    losing: int = 0
    names: dict[str, str] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    count: int = 0

    @property
    def present(self) -> str:
        return str(self.ada.page.evaluate("location.pathname")).rsplit("/", 1)[1]

    def act(self) -> None:
        acts: list[Callable[[], None]] = [self.write, self.write, self.make, self.rename, self.reload, self.second]
        act = self.chance.choice([*acts, self.back if self.is_away else self.leave, self.lose])
        self.done.append(act.__name__)
        act()

    def word(self) -> str:
        self.count += 1
        return f"word{self.count:03}"

    def write(self) -> None:
        note, word = self.present, self.word()
        begin(self.ada.page)
        self.ada.page.keyboard.type(f"{word} ")
        self.words.setdefault(note, []).append(word)
        self.kept_or_sent(note, word)

    def rename(self) -> None:
        note, name = self.present, self.word()
        title = self.ada.page.get_by_label("Title", exact=True)
        title.fill(name)
        title.blur()
        self.names[note] = name
        self.kept_or_sent(note, name)

    def make(self) -> None:
        note = new_note(self.ada.page)
        self.names[note], self.words[note] = "", []

    def reload(self) -> None:
        self.ada.page.reload()
        surface(self.ada.page).wait_for()

    def second(self) -> None:
        other = self.ada.tab()
        other.goto(f"/notes/{self.present}")
        surface(other).wait_for()
        other.close(run_before_unload=False)

    def leave(self) -> None:
        self.service.go_away()
        self.is_away = True

    def back(self) -> None:
        self.service.start()
        self.is_away = False

    def lose(self) -> None:
        """The answers to the next two writes arrive nowhere."""
        self.losing = 2

    def asked(self, route: Route) -> None:
        if route.request.method == "GET" or self.is_away or self.losing == 0:
            route.continue_()
            return
        self.losing -= 1
        route.fetch()
        route.abort("connectionreset")

    def kept_or_sent(self, note: str, words: str) -> None:
        """As long as a person takes to look up: from then on nothing may take it away."""
        wait_until(lambda: words in self.ada.page.evaluate(KEPT) or self.is_sent(note, words), f"{words}: {self.done}")

    def is_sent(self, note: str, words: str) -> bool:
        if self.is_away:
            return False
        answer = self.ada.ask("GET", f"/api/workspace/notes/{note}?peek=true")
        return answer.ok and words in answer.text()

    def settle(self) -> None:
        if self.is_away:
            self.back()
        self.losing = 0
        listed = self.ada.ask("GET", "/api/workspace/notes")
        assert listed.ok
        # What was typed in notes that the service had before waits until they are opened.
        for note in {**self.words, **self.names}:
            self.ada.open(f"/notes/{note}")
            self.wait_until_sent(note)
        wait_until(lambda: self.ada.page.evaluate(KEPT) == "[]", f"something stayed on the device: {self.done}")

    def wait_until_sent(self, note: str) -> None:
        wait_until(lambda: not self.is_typed_kept(note), f"{note} stayed on the device: {self.done}")

    def is_typed_kept(self, note: str) -> bool:
        """Whether what was typed in the note is on the device, be it sent or not."""
        kept = json.loads(self.ada.page.evaluate(KEPT))
        return any(each["noteId"] == note and "made" not in each for each in kept)


@pytest.fixture
def fixed(start: Callable[..., Service], free_port: int) -> Service:
    """A service that comes back at the same address."""
    return start(NOTESVC_PORT=str(free_port))


@pytest.fixture
def ada(fixed: Service, visit: Callable[..., Visitor]) -> Visitor:
    return watched(visit, fixed)


@pytest.mark.search
@pytest.mark.parametrize("seed", searching.seeds(1))
def test_each_note_is_there_once_with_all_that_was_written(ada: Visitor, fixed: Service, seed: int) -> None:
    chance = random.Random(seed)
    before = {note["id"]: note["name"] for note in ada.ask("GET", "/api/workspace/notes").json()["notes"]}
    writer = Writer(ada, fixed, chance)
    ada.page.route(re.compile("/api/workspace/notes"), writer.asked)
    with ada.expecting_trouble():
        for _ in range(STEPS):
            writer.act()
        writer.settle()
    there = ada.ask("GET", "/api/workspace/notes").json()["notes"]
    assert sorted(note["id"] for note in there) == sorted({*before, *writer.names}), writer.done
    assert {note["id"]: note["name"] for note in there} == {**before, **writer.names}, writer.done
    for note, words in writer.words.items():
        assert re.findall(r"word\d{3}", ada.read(note)["content"]) == words, writer.done
