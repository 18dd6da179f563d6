"""Rooms as a state machine: whatever people do in whatever order, and whatever dies meanwhile, all agree in the end,
and every word that was acknowledged is in the note or in one of its versions.

`make kill-test` runs more of it; the suite always runs the same few examples.
"""

import os
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, note, settings, strategies
from websockets.exceptions import ConnectionClosed

from notesvc.collab import wire
from tests.collab.peer import SECONDS, Peer
from tests.collab.test_rooms import agree, content
from tests.process import processes
from tests.process.member import Member
from tests.service import Service, wait_until

_EXAMPLES = int(os.environ.get("NOTESVC_TEST_EXAMPLES", "4"))
_PEOPLE = 3


class Story:
    """Three people and one note. Each types words of their own at the beginning of what they see."""

    def __init__(self, service: Service, member: Member) -> None:
        self.service, self.member = service, member
        self.note = member.note("Plan", "start\n\nend\n", mode="raw")
        self.path = f"/api/workspace/notes/{self.note['id']}"
        self.people = [Peer(member, self.note["id"]).come() for _ in range(_PEOPLE)]
        self.words: list[str] = []

    def comes_or_leaves(self, who: int) -> None:
        person = self.people[who]
        if person.is_here:
            person.leave()
        else:
            person.come()

    def types(self, who: int) -> None:
        person, word = self.people[who], self._new_word()
        if person.mode == "raw":
            person.write(word + " ", at=0)
        else:
            person.type_into(0, word + " ")

    def waits_for_the_disk(self, who: int) -> None:
        if self.people[who].is_here:
            self.people[who].acknowledged_all()

    def switches_the_surface(self, who: int) -> None:
        person = self.people[who]
        if person.is_here:
            mode = "block" if person.mode == "raw" else "raw"
            try:
                person.send(wire.own(wire.MODE, mode=mode))
            except ConnectionClosed:
                person.leave()

    def a_script_writes(self, _: int) -> None:
        found = self.member.ask("GET", self.path)
        word = self._new_word()
        body = {"content": f"{found.json()['content']}\n{word}\n"}
        reply = self.member.ask("PATCH", self.path, body, {"If-Match": found.headers["ETag"]})
        assert reply.status in (200, 412), reply
        if reply.status == 412:
            self.words.remove(word)

    def the_first_version_is_restored(self, _: int) -> None:
        first = self.member.get(f"{self.path}/versions")["versions"][-1]
        assert self.member.ask("POST", f"/api/workspace/versions/{first['id']}/restore", {}).status == 200

    def the_worker_dies(self, _: int) -> None:
        killed = processes.child(self.service, "collab")
        processes.kill(killed)
        wait_until(lambda: processes.child(self.service, "collab") != killed, "no new worker", SECONDS)
        for person in self.people:
            if person.is_here:
                person.closed()
                person.leave()

    def ends(self) -> None:
        """Everybody comes back; what has to be true by then."""
        for person in self.people:
            person.leave().come().acknowledged_all()
        agree(*self.people)
        wait_until(lambda: not self._missing(), f"there is no {self._missing()} anywhere", SECONDS)
        for person in self.people:
            person.leave()
        text = content(self.member, self.note)
        assert [word for word in self.words if text.count(word) > 1] == [], text

    def _new_word(self) -> str:
        self.words.append(f"w{len(self.words)}x")
        return self.words[-1]

    def _missing(self) -> list[str]:
        listed = self.member.get(f"{self.path}/versions")["versions"]
        texts = [self.member.get(f"/api/workspace/versions/{each['id']}")["content"] for each in listed]
        texts.append(content(self.member, self.note))
        return [word for word in self.words if not any(word in text for text in texts)]


STEPS = (
    Story.types,
    Story.types,
    Story.comes_or_leaves,
    Story.waits_for_the_disk,
    Story.switches_the_surface,
    Story.a_script_writes,
    Story.the_first_version_is_restored,
    Story.the_worker_dies,
)


@settings(
    max_examples=_EXAMPLES,
    deadline=None,
    database=None,
    # The same examples each time. One that fails is short enough, and takes too long to be made shorter.
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(
    steps=strategies.lists(
        strategies.tuples(strategies.sampled_from(STEPS), strategies.integers(0, _PEOPLE - 1)), min_size=8, max_size=16
    )
)
def test_R14_whatever_happens_in_whatever_order_nothing_acknowledged_is_lost(
    service: Service, member: Member, steps: list[tuple[Callable[[Story, int], None], int]]
) -> None:
    story = Story(service, member)
    for number, (step, who) in enumerate(steps):
        note(f"{number}: {step.__name__} {who}")
        step(story, who)
    story.ends()
