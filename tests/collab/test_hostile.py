"""What a message cannot do to a room: end its process, stop it, break its document, or be acknowledged and lost."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from pycrdt import Doc, Text, XmlElement, XmlFragment, XmlText

from notesvc.collab import conversions, survey, wire
from tests import loops, searching
from tests.collab import fuzz_sockets, updates
from tests.collab.fuzz import fuzz
from tests.collab.one_room import OneRoom, inside
from tests.collab.updates import ANY, DELETED, DOCUMENT, EMBED, FORMAT, GC, STRING, TYPE, Struct, of, string

_EVE, _EVA = 5, 6
_MESSAGES = searching.examples(10_000)


_UNFIT = {
    "arrays in arrays": of(_EVE, Struct(ANY, updates.nested(30_000), parent=(1, 0), key=b"id")),
    "a clock at its end": of(_EVE, Struct(DELETED, wire.number(2**32 - 2), parent=b"raw")),
    "nothing left of a long thing": of(_EVE, Struct(GC, wire.number(2**32 - 2))),
    "a document in the blocks": of(_EVE, Struct(DOCUMENT, string("guid") + b"\x76\x00", parent=b"blocks")),
    "a value in the blocks": of(_EVE, Struct(ANY, b"\x01\x77" + string("v"), parent=b"blocks")),
    "letters in the blocks": of(_EVE, Struct(STRING, string("v"), parent=b"blocks")),
    "a map in the blocks": of(_EVE, Struct(TYPE, b"\x01", parent=b"blocks")),
    "a picture in the text": of(_EVE, Struct(EMBED, string("{}"), parent=b"raw")),
    "an element in the text": of(_EVE, Struct(TYPE, b"\x03" + string("p"), parent=b"raw")),
    "an unknown root": of(_EVE, Struct(STRING, string("v"), parent=b"other")),
    "letters that are none": of(_EVE, Struct(STRING, wire.array(b"\xff\xfe"), parent=b"raw")),
    "a mark nested too deeply": of(_EVE, Struct(FORMAT, string("b") + string("[" * 90 + "]" * 90), parent=(1, 0))),
    "no letters at all": of(_EVE, Struct(STRING, string(""), parent=b"raw")),
    "something that stands on itself": of(_EVE, Struct(STRING, string("v"), origin=(_EVE, 0))),
    "something that stands on what comes later": of(
        _EVE, Struct(STRING, string("v"), origin=(_EVE, 1)), Struct(STRING, string("w"), parent=b"raw")
    ),
    "letters under a key": of(
        _EVE,
        Struct(TYPE, b"\x03" + string("p"), parent=b"blocks"),
        Struct(STRING, string("abc"), parent=(_EVE, 0), key=b"k"),
    ),
    "letters after an attribute": of(
        _EVE,
        Struct(TYPE, b"\x03" + string("p"), parent=b"blocks"),
        Struct(ANY, b"\x01\x7d\x05", parent=(_EVE, 0), key=b"k"),
        Struct(STRING, string("abc"), origin=(_EVE, 1)),
    ),
    "two values under a key": of(
        _EVE,
        Struct(TYPE, b"\x03" + string("p"), parent=b"blocks"),
        Struct(ANY, b"\x02\x7d\x05\x7d\x05", parent=(_EVE, 0), key=b"k"),
    ),
    "a character that is cut in two": updates.Update(
        {_EVE: (0, [Struct(STRING, string("a😀b"), parent=b"raw"), Struct(STRING, string("c"), origin=(_EVE, 1))])}
    ).encoded(),
    "half of a character deleted": updates.Update(
        {_EVE: (0, [Struct(STRING, string("a😀b"), parent=b"raw")])}, {_EVE: [(2, 1)]}
    ).encoded(),
    "more than an update": of(_EVE, Struct(STRING, string("v"), parent=b"raw")) + b"\x00",
}


@pytest.mark.parametrize("what", _UNFIT)
def test_what_no_editor_makes_is_refused_and_the_room_goes_on(tmp_path: Path, what: str) -> None:
    async def do(room: OneRoom) -> None:
        before = room.words()
        assert await room.give(_UNFIT[what]) == wire.MALFORMED
        assert await room.give(of(_EVA, Struct(STRING, string("sound "), parent=b"raw")), "ada") == 0
        assert sorted(room.words()) == sorted(before + "sound ")
        assert room.openings == 1

    inside(tmp_path, do)


def test_strange_things_beside_blocks_are_refused_wherever_they_stand(tmp_path: Path) -> None:
    """With what they stand beside named by its id alone, the bytes do not tell what they are put into."""

    async def do(room: OneRoom) -> None:
        state = room.room.state()
        ((client, (_, end)),) = survey.Survey(state).clocks.items()
        contents = {STRING: string("v"), ANY: b"\x01\x77" + string("v"), TYPE: b"\x06"}
        refused = 0
        for at in range(end):
            for kind, content in contents.items():
                change = of(_EVE + 10 * at + kind, Struct(kind, content, origin=(client, at)))
                refused += await room.give(change) == wire.MALFORMED
        assert refused >= end
        document: Any = Doc()
        after_all = (await room.alive()).state()
        document.apply_update(after_all)
        _only_blocks(document.get("blocks", type=XmlFragment))
        after = conversions.markdown_of_room(after_all, "block", "", None)[0]["content"].replace("v", "")
        assert all(word in after for word in ("Title", "one", "two", "words"))

    inside(tmp_path, do, content="# Title\n\n- one\n- [ ] two\n\nwords\n", mode="block")


def _only_blocks(fragment: Any) -> None:
    assert all(isinstance(each, XmlElement) for each in fragment.children)
    waiting = list(fragment.children)
    while waiting:
        each = waiting.pop()
        if isinstance(each, XmlText):
            assert all(isinstance(part, str) for part, _ in each.diff())
        else:
            assert isinstance(each, XmlElement)
            waiting += list(each.children)


@pytest.mark.parametrize("letters", [100, 2_000, 7_000])
def test_texts_that_take_long_together_are_applied_or_refused_in_their_time(tmp_path: Path, letters: int) -> None:
    async def do(room: OneRoom) -> None:
        codes = [await room.give(updates.typed_at_front(client, letters)) for client in (_EVE, _EVA)]
        assert letters > 100 or codes == [0, 0]
        # On a machine that has much to do the child is not waited for.
        assert letters < 7_000 or codes[1] in (wire.TOO_LARGE, wire.TRY_AGAIN)
        assert await room.give(of(9, Struct(STRING, string("sound "), parent=b"raw")), "ada") == 0
        assert "sound " in room.words()

    inside(tmp_path, do)


def test_what_comes_while_an_update_is_tried_waits_for_its_turn_and_nothing_is_lost(tmp_path: Path) -> None:
    async def do(room: OneRoom) -> None:
        long = of(_EVE, Struct(STRING, string("long " * 4_000), parent=b"raw"))
        given = [asyncio.ensure_future(room.give(long))]
        await asyncio.sleep(0)
        assert room.room.is_waiting
        for number in range(20):
            change = of(100 + number, Struct(STRING, string(f"<{number}>"), parent=b"raw"))
            given.append(asyncio.ensure_future(room.give(change, "ada")))
        assert set(await asyncio.gather(*given)) == {0}
        found = room.words()
        assert all(f"<{number}>" in found for number in range(20))
        assert found.count("long ") == 4_000

    inside(tmp_path, do)


def test_an_update_that_rests_on_one_that_never_came_is_not_acknowledged(tmp_path: Path) -> None:
    async def do(room: OneRoom) -> None:
        sent: list[bytes] = []
        document: Any = Doc()
        text = document.get("raw", type=Text)
        document.apply_update(room.room.state())
        document.observe(lambda event: sent.append(event.update))
        text.insert(0, "first ")
        text.insert(6, "second ")
        del text[0:2]
        first, second, deletion = sent
        for change in (second, deletion):
            assert await room.give(change) == wire.RESTART
            assert await room.give(change, is_all=True) == wire.GENERATION_GONE
        assert room.words() == "important text"
        for change in (first, second, deletion):
            assert await room.give(change) == 0
        assert room.words() == "rst second important text"

    inside(tmp_path, do)


def test_what_real_editors_write_passes_and_the_quick_look_sees_what_the_long_one_does() -> None:
    sent: list[bytes] = []
    document: Any = Doc()
    document.apply_update(
        conversions.seed("# Title ☃\n\n- one\n- [ ] two 😀\n\n| a | b |\n|---|---|\n| c | d |\n", None, "block")[1]
    )
    document.observe(lambda event: sent.append(event.update))
    text, fragment = document.get("raw", type=Text), document.get("blocks", type=XmlFragment)
    for word in ("plain", " ☃", " 😀", "x"):
        text.insert(0, word)
        text.insert(len(text), word)
    del text[0:1]
    heading = fragment.children[0].children[0].children[0]
    heading.attributes["level"] = 2
    heading.attributes["colwidth"] = [100, None, {"deep": [True]}]
    heading.children[0].format(0, 3, {"bold": {}, "link": {"href": "https://example.org/[[[[[[[[[[[[[[[[[[["}})
    heading.children[0].insert(1, "y")
    with document.transaction():
        fragment.children[0].children.append(XmlElement("blockContainer"))
        del fragment.children[0].children[0]
    for change in (*sent, document.get_update()):
        found = survey.Survey(change)
        slow = survey.Survey(b"\x00\x00")
        slow._change, slow._at = change, 0
        slow._look()
        for name in ("clocks", "needs", "structs", "ranges", "words", "is_text"):
            assert getattr(found, name) == getattr(slow, name), (name, change)


@pytest.mark.search
def test_random_messages_lose_no_word_and_end_no_room(tmp_path: Path) -> None:
    logging.disable(logging.CRITICAL)
    try:
        codes = loops.run(fuzz(tmp_path, _MESSAGES, seed=searching.seed(3)))
    finally:
        logging.disable(logging.NOTSET)
    assert codes[0] > _MESSAGES / 50
    assert codes[wire.MALFORMED] > _MESSAGES / 4


@pytest.mark.process
def test_broken_messages_to_one_room_keep_no_other_from_its_words(tmp_path: Path) -> None:
    _, beside, times = fuzz_sockets.measure(tmp_path, seconds=0, attackers=1, least=12)
    assert beside
    assert times == [12]
