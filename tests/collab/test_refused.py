"""What a room refuses though each byte is sound: what the library does not survive, what is another's or too long."""

from pathlib import Path

from notesvc import limits
from notesvc.collab import wire
from tests.collab import updates
from tests.collab.one_room import OneRoom, inside
from tests.collab.updates import ANY, DELETED, STRING, TYPE, Struct, of, string

_EVE, _EVA = 5, 6


def test_what_waits_for_each_other_is_refused(tmp_path: Path) -> None:
    """In the document it would wait for ever, and what waits there ends the process (a segmentation fault)."""
    one = Struct(STRING, string("a"), origin=(_EVA, 0))
    other = Struct(STRING, string("b"), origin=(_EVE, 0))
    circle = updates.Update({_EVE: (0, [one]), _EVA: (0, [other])}).encoded()
    line = updates.Update({_EVE: (0, [one]), _EVA: (0, [Struct(STRING, string("b"), parent=b"raw")])}).encoded()

    async def do(room: OneRoom) -> None:
        assert await room.give(circle) == wire.MALFORMED
        assert await room.give(line) == 0
        assert "ba" in room.words()
        assert room.openings == 1

    inside(tmp_path, do)


def test_attributes_and_characters_of_earlier_updates_are_not_cut(tmp_path: Path) -> None:
    """The library leaves the rest of an attribute in memory that is free; half a character moves all that follows."""

    async def do(room: OneRoom) -> None:
        element = Struct(TYPE, b"\x03" + string("blockGroup"), parent=b"blocks")
        value = Struct(ANY, b"\x01\x77" + string("v"), parent=(_EVE, 0), key=b"k")
        assert await room.give(of(_EVE, element, value)) == 0
        assert await room.give(of(_EVE, Struct(STRING, string("a😀b"), parent=b"raw"), clock=2)) == 0
        for change in (
            of(_EVA, Struct(STRING, string("abc"), origin=(_EVE, 1))),
            of(_EVA, Struct(ANY, b"\x02\x7d\x05\x7d\x05", origin=(_EVE, 1))),
            of(_EVA, Struct(STRING, string("c"), origin=(_EVE, 3))),
            of(_EVA, Struct(STRING, string("c"), right=(_EVE, 4))),
            updates.Update({}, {_EVE: [(2, 2)]}).encoded(),
        ):
            assert await room.give(change) == wire.MALFORMED
        assert await room.give(of(_EVA, Struct(ANY, b"\x01\x7d\x05", origin=(_EVE, 1)))) == 0
        between = Struct(STRING, string("c"), origin=(_EVE, 4), right=(_EVE, 5))
        assert await room.give(of(_EVA, between, clock=1)) == 0
        assert await room.give(updates.Update({}, {_EVE: [(2, 1), (3, 2)]}).encoded()) == 0
        assert "cb" in room.words()
        assert room.openings == 1

    inside(tmp_path, do)


def test_nothing_stands_between_an_attribute_and_a_text(tmp_path: Path) -> None:
    """When the attribute is gone for good the library puts it into the text: whatever is written beside it would count
    as standing under a key, and be refused from then on."""

    async def do(room: OneRoom) -> None:
        element = Struct(TYPE, b"\x03" + string("blockGroup"), parent=b"blocks")
        value = Struct(ANY, b"\x01\x77" + string("v"), parent=(_EVE, 0), key=b"k")
        text = Struct(STRING, string("text"), parent=b"raw")
        assert await room.give(of(_EVE, element, value, text)) == 0
        assert await room.give(updates.Update({}, {_EVE: [(0, 2)]}).encoded()) == 0
        room.room.is_gone = True
        between = of(_EVA, Struct(DELETED, b"\x04", origin=(_EVE, 1), right=(_EVE, 2)))
        assert await room.give(between) == wire.MALFORMED
        beside = Struct(STRING, string("ada "), right=(_EVE, 2))
        assert await room.give(of(7, beside), "ada") == 0
        assert "ada text" in room.words()

    inside(tmp_path, do)


def test_nobody_writes_under_the_client_id_of_somebody_else(tmp_path: Path) -> None:
    async def do(room: OneRoom) -> None:
        assert await room.give(of(_EVA, Struct(STRING, string("first "), parent=b"raw")), "ada") == 0
        for is_all in (False, True):
            taken = of(_EVA, Struct(STRING, string("taken"), origin=(_EVA, 5)), clock=6)
            assert await room.give(taken, "eve", is_all) == wire.RESTART
        # What others sent of it before is no harm, nor what they hold of it when the worker has just begun.
        assert await room.give(of(_EVA, Struct(STRING, string("first "), parent=b"raw")), "eve") == 0
        assert await room.give(of(_EVA, Struct(STRING, string("second "), origin=(_EVA, 5)), clock=6), "ada") == 0
        assert "first second " in room.words()
        assert await room.give(of(_EVE, Struct(STRING, string("late "), parent=b"raw")), "bob", is_all=True) == 0
        assert await room.give(of(_EVE, Struct(STRING, string("late "), parent=b"raw")), "ada") == 0
        assert await room.give(of(_EVE, Struct(STRING, string("own "), origin=(_EVE, 4)), clock=5), "eve") == 0
        assert "late own " in room.words()

    inside(tmp_path, do)


def test_a_client_id_stays_its_first_writers_when_the_room_is_opened_anew(tmp_path: Path) -> None:
    async def do(room: OneRoom) -> None:
        assert await room.give(of(_EVA, Struct(STRING, string("first "), parent=b"raw")), "ada") == 0
        room.room.is_gone = True
        taken = of(_EVA, Struct(STRING, string("taken"), origin=(_EVA, 5)), clock=6)
        assert await room.give(taken, "eve") == wire.RESTART
        assert await room.give(of(_EVA, Struct(STRING, string("second "), origin=(_EVA, 5)), clock=6), "ada") == 0
        assert "first second " in room.words()
        assert room.openings == 2

    inside(tmp_path, do)


def test_of_an_item_that_is_known_in_part_the_rest_comes_by_itself(tmp_path: Path) -> None:
    async def do(room: OneRoom) -> None:
        assert await room.give(of(_EVE, Struct(STRING, string("abc"), parent=b"raw"))) == 0
        assert await room.give(of(_EVE, Struct(STRING, string("abcde"), parent=b"raw"))) == wire.RESTART
        assert await room.give(of(_EVE, Struct(STRING, string("de"), origin=(_EVE, 2)), clock=3)) == 0
        assert "abcde" in room.words()

    inside(tmp_path, do)


def test_a_text_grows_no_longer_than_one_that_is_saved_by_request(tmp_path: Path) -> None:
    async def do(room: OneRoom) -> None:
        for client in (_EVE, _EVA, 7):
            code = await room.give(of(client, Struct(STRING, string("x" * 900_000), parent=b"raw")))
            assert code == (wire.TOO_LARGE if client == 7 else 0)
        assert await room.give(of(8, Struct(STRING, string("sound "), parent=b"raw"))) == 0
        text = room.words()
        assert len(text.encode()) <= limits.MAX_BODY
        assert "sound " in text

    inside(tmp_path, do)


def test_blocks_grow_no_longer_than_a_note_that_is_saved_by_request(tmp_path: Path) -> None:
    """How long blocks are in markdown is known when they are saved: before that the most that they can be counts."""

    async def do(room: OneRoom) -> None:
        codes = []
        for client in range(_EVE, _EVE + 6):
            blocks = [
                Struct(TYPE, b"\x03" + string("blockGroup"), parent=b"blocks"),
                Struct(TYPE, b"\x03" + string("blockContainer"), parent=(client, 0)),
                Struct(TYPE, b"\x03" + string("paragraph"), parent=(client, 1)),
                Struct(TYPE, b"\x06", parent=(client, 2)),
                Struct(STRING, string("x" * 450_000), parent=(client, 3)),
            ]
            codes.append(await room.give(of(client, *blocks)))
        assert codes[:2] == [0, 0]
        assert codes[2:] == [wire.TOO_LARGE] * 4
        room.room.length.record(900_000, room.room.length.since)
        assert await room.give(of(99, Struct(STRING, string("more "), origin=(_EVE, 450_003)))) == 0

    inside(tmp_path, do, content="words", mode="block")
