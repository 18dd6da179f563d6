"""What browsers say of themselves: small, readable by every page, and under no other name than their own."""

import json
from random import Random
from typing import Any

import pytest

from notesvc import limits
from notesvc.collab import wire
from notesvc.collab.awareness import Awareness
from notesvc.domain.caller import Caller

ADA, EVE = Caller("ada-id", "Ada", "ada"), Caller("eve-id", "Eve", "eve")
PLACE = {"type": None, "tname": "raw", "item": {"client": 7, "clock": 3}, "assoc": 0}


def entries(*said: tuple[int, int, str]) -> bytes:
    parts = [wire.number(client) + wire.number(at) + wire.array(state.encode()) for client, at, state in said]
    return wire.number(len(parts)) + b"".join(parts)


def told(answer: bytes | None) -> list[tuple[int, int, Any]]:
    if answer is None:
        return []
    reader = wire.Reader(answer)
    return [(reader.number(), reader.number(), json.loads(reader.text())) for _ in range(reader.number())]


def test_presence_is_the_senders_own_whatever_they_say() -> None:
    forged = {"user": {"id": "ada-id", "name": "ada (administrator)", "color": "#aabbcc"}, "isAdmin": True}
    (entry,) = told(Awareness().take(entries((9, 1, json.dumps(forged))), 1, EVE))
    assert entry == (9, 1, {"user": {"id": "eve-id", "name": "Eve", "color": "#aabbcc"}})


def test_cursors_that_pages_cannot_read_are_none() -> None:
    sound = {"anchor": PLACE, "head": {"type": {"client": 1, "clock": 2}}}
    (entry,) = told(Awareness().take(entries((9, 1, json.dumps({"cursor": sound, "raw": sound}))), 1, ADA))
    assert (entry[2]["cursor"], entry[2]["raw"]) == (sound, sound)
    odd: list[Any] = [5, "x", [], {}, {"anchor": PLACE}, {"anchor": 1, "head": 2}]
    odd += [{"anchor": PLACE, "head": {"item": {"client": -1, "clock": "x"}}}, {"anchor": PLACE, "head": {"new": 1}}]
    for cursor in odd:
        (entry,) = told(Awareness().take(entries((9, 1, json.dumps({"cursor": cursor}))), 1, ADA))
        assert entry[2]["cursor"] is None


@pytest.mark.parametrize("state", ["5", "[]", "no json", "", "[" * 4_000, '"' + "x" * 5_000 + '"'])
def test_what_is_no_state_is_refused(state: str) -> None:
    with pytest.raises(wire.MalformedMessageError):
        Awareness().take(entries((9, 1, state)), 1, ADA)


def test_a_message_holds_so_many_entries_and_no_clock_that_is_at_its_end() -> None:
    many = [(client, 1, "{}") for client in range(limits.ROOM_AWARENESS_ENTRIES + 1)]
    for said in (many, [(9, 2**32 - 1, "{}")], [(2**60, 1, "{}")]):
        with pytest.raises(wire.MalformedMessageError):
            Awareness().take(entries(*said), 1, ADA)


def test_random_messages_never_break_what_is_kept() -> None:
    chance, kept = Random(6), Awareness()
    sound = entries((9, 1, json.dumps({"cursor": {"anchor": PLACE, "head": PLACE}})))
    for number in range(20_000):
        message = bytearray(sound)
        for _ in range(chance.choice((0, 1, 1, 3))):
            message[chance.randrange(len(message))] = chance.randrange(256)
        try:
            found = told(kept.take(bytes(message), number % 7, chance.choice((ADA, EVE))))
        except wire.MalformedMessageError:
            continue
        assert all(state is None or state["user"]["id"] in ("ada-id", "eve-id") for _, _, state in found)
    assert len(told(kept.all())) <= 7 * limits.ROOM_AWARENESS_CLIENTS
