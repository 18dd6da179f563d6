"""Rooms as a state machine: whatever people do in whatever order, and whatever dies meanwhile, all agree in the end,
and every word that was acknowledged is in the note or in one of its versions.

`make search` runs more of it, and makes what fails short; the suite always runs the same few examples.
"""

import contextlib
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from notesvc.collab import wire
from tests import postgres, searching
from tests.collab.agreeing import agree, content
from tests.collab.peer import SECONDS, Peer
from tests.process import processes
from tests.process.member import register
from tests.service import Service, wait_until

pytestmark = pytest.mark.process

_MOST_PEOPLE, _MOST_DEATHS = 4, 2
# After these a browser comes again by itself: the worker went, the service has no time, the room moved, one was slow.
_PASSING = (1001, 1006, 1012, 1013, wire.MOVED, wire.SLOW)
_MODES = st.sampled_from(["raw", "block"])


class Rooms(RuleBasedStateMachine):
    """One note, and people who each type words of their own. Nothing drawn depends on who was quicker."""

    make_service: Callable[[contextlib.ExitStack], Service]
    people = Bundle("people")

    def __init__(self) -> None:
        super().__init__()
        self.stack = contextlib.ExitStack()
        self.service = self.make_service(self.stack)
        self.stack.callback(self.service.end)
        self.service.start()
        self.member = register(self.service)
        self.note = self.member.note("Plan", "start\n\nmiddle\n\nend\n", mode="raw")
        self.path = f"/api/workspace/notes/{self.note['id']}"
        self.everybody: list[Peer] = []
        self.online: list[Peer] = []
        # Each word that nobody has removed, and who has typed it; None for a script.
        self.words: dict[str, Peer | None] = {}
        self.acknowledged: set[str] = set()
        self.count = self.deaths = self.restored = 0

    @initialize(target=people)
    def the_first_one_joins(self) -> Peer:
        return self._joined()

    @precondition(lambda self: len(self.everybody) < _MOST_PEOPLE)
    @rule(target=people)
    def joins(self) -> Peer:
        return self._joined()

    @rule(person=people, politely=st.booleans())
    def goes_offline(self, person: Peer, politely: bool) -> None:
        if person in self.online:
            self.online.remove(person)
            person.leave() if politely else person.is_cut_off()

    @rule(person=people)
    def comes_back(self, person: Peer) -> None:
        if person not in self.online:
            self._arrives(person)

    @rule(person=people, number=st.integers(0, 2))
    def types(self, person: Peer, number: int) -> None:
        word = self._new_word(person)
        if person.mode == "raw":
            person.write(word + " ", at=0 if number == 0 else None)
        else:
            person.type_into(min(number, len(person.shown()) - 1), word + " ")

    @rule(person=people)
    def removes_the_first_word(self, person: Peer) -> None:
        texts = [person.read()] if person.mode == "raw" else person.shown()
        word = texts[0].split(" ")[0] if texts else ""
        if word in self.words:
            person.erase(len(word))
            del self.words[word]
            self.acknowledged.discard(word)

    @rule(person=people, mode=_MODES)
    def switches_the_surface(self, person: Peer, mode: str) -> None:
        if person in self.online:
            person.send(wire.own(wire.MODE, mode=mode))

    @rule(at_the_end=st.booleans())
    def a_script_writes(self, at_the_end: bool) -> None:
        word = self._new_word(None)
        wait_until(lambda: self._patched(word, at_the_end), "the script is always too late")
        self.acknowledged.add(word)

    @rule(number=st.integers(0, 3))
    def a_version_is_restored(self, number: int) -> None:
        versions = self.member.get(f"{self.path}/versions")["versions"]
        chosen = versions[max(-len(versions), -1 - number)]
        assert self.member.ask("POST", f"/api/workspace/versions/{chosen['id']}/restore", {}).status == 200
        self.restored += 1

    @precondition(lambda self: self.deaths < _MOST_DEATHS)
    @rule()
    def the_worker_dies(self) -> None:
        self.deaths += 1
        killed = processes.child(self.service, "collab")
        processes.kill(killed)
        for person in self.online:
            person.closed(SECONDS)
            person.leave()
        self.online.clear()
        wait_until(lambda: processes.child(self.service, "collab") != killed, "no new worker")

    @rule()
    def all_who_are_online_agree(self) -> None:
        for person in self.online:
            person.acknowledged_all(SECONDS)
            self.acknowledged |= {word for word, typist in self.words.items() if typist is person}
        if self.online:
            agree(*self.online, seconds=SECONDS)

    @rule()
    def what_was_acknowledged_is_kept(self) -> None:
        try:
            wait_until(lambda: not self._missing(), "a word is nowhere")
        except AssertionError as error:
            error.add_note(f"{self._missing()} of {content(self.member, self.note)!r}")
            raise

    @invariant()
    def nobody_is_sent_away(self) -> None:
        for person in list(self.online):
            assert person.close_code in (None, *_PASSING), person.close_code
            if person.close_code is not None:
                self._arrives(person)

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None:
                self._ends()
        finally:
            for person in self.everybody:
                person.leave()
            self.stack.close()

    def _ends(self) -> None:
        """What has to be true without those who are offline, and with them."""
        self.all_who_are_online_agree()
        self.what_was_acknowledged_is_kept()
        for person in self.everybody:
            self._arrives(person)
        self.all_who_are_online_agree()
        self.what_was_acknowledged_is_kept()
        assert self.acknowledged == set(self.words)
        for person in self.everybody:
            person.leave()
        text = content(self.member, self.note)
        # One version takes words away that somebody is changing and so keeps, the next one brings them anew.
        if not self.restored:
            assert [word for word in self.words if text.count(word) > 1] == [], text

    def _joined(self) -> Peer:
        person = Peer(self.member, self.note["id"])
        self.everybody.append(person)
        return self._arrives(person)

    def _arrives(self, person: Peer) -> Peer:
        wait_until(lambda: self._has_come(person), "nobody is let in")
        if person not in self.online:
            self.online.append(person)
        return person

    def _has_come(self, person: Peer) -> bool:
        try:
            person.leave().dial()
        except (OSError, ConnectionClosed, InvalidHandshake):
            return False
        wait_until(lambda: person.told(wire.SYNC) or person.close_code, "nothing was synced")
        assert person.close_code in (None, *_PASSING), person.close_code
        return person.close_code is None

    def _patched(self, word: str, at_the_end: bool) -> bool:
        found = self.member.ask("GET", self.path)
        text = found.json()["content"]
        body = {"content": f"{text}\n{word}\n" if at_the_end else f"{word}\n\n{text}"}
        reply = self.member.ask("PATCH", self.path, body, {"If-Match": found.headers["ETag"]})
        assert reply.status in (200, 412), reply
        return reply.status == 200

    def _new_word(self, typist: Peer | None) -> str:
        self.count += 1
        word = f"w{self.count}x"
        self.words[word] = typist
        return word

    def _missing(self) -> list[str]:
        texts = [content(self.member, self.note)]
        if all(word in texts[0] for word in self.acknowledged):
            return []
        listed = self.member.get(f"{self.path}/versions")["versions"]
        texts += [self.member.get(f"/api/workspace/versions/{each['id']}")["content"] for each in listed]
        return sorted(word for word in self.acknowledged if not any(word in text for text in texts))


@pytest.mark.search
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.full)])
def test_whatever_happens_in_whatever_order_nothing_acknowledged_is_lost(
    tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    def make(stack: contextlib.ExitStack) -> Service:
        folder = tmp_path_factory.mktemp("rooms") / "instance"
        folder.mkdir(mode=0o700)
        # As few processes as there can be: each example has a service of its own.
        chosen = {"NOTESVC_WORKERS": "1"}
        if kind == "postgres":
            chosen["NOTESVC_DATABASE_URL"] = postgres.url(stack.enter_context(postgres.scratch()))
        return Service(folder, chosen)

    run_state_machine_as_test(
        type("TheirRooms", (Rooms,), {"make_service": staticmethod(make)}),
        settings=settings(
            max_examples=searching.examples(6),
            stateful_step_count=30 if searching.IS_ON else 16,
            phases=[Phase.generate, Phase.shrink] if searching.IS_ON else [Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
