"""What is done to rooms: words that travel, floods of them, rooms that are opened."""

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pycrdt import Doc, Text

from tests.bench.load import UnexpectedAnswerError
from tests.bench.rooms.browsers import Browser, Countdown, ignore
from tests.bench.rooms.sides import Side

_TYPISTS = 10
_LOOKED_AT = 4
_BYTES_AN_EDIT = 68


@dataclass(frozen=True, slots=True)
class Relayed:
    """Seconds of each edit until every other had it, and until its writer was told that it is taken besides."""

    heard: list[float]
    acknowledged: list[float]


@dataclass(frozen=True, slots=True)
class Flooded:
    """Edits a second until everybody had them all, and what the server worked for each of them, in seconds."""

    per_second: float
    processor: float


async def crowd(side: Side, room: str, count: int) -> list[Browser]:
    """So many browsers in one room, and nobody else."""
    return [await side.enter(room) for _ in range(count)]


async def relay(rooms: Sequence[Sequence[Browser]], count: int) -> Relayed:
    """One edit at a time, in one room after the other, by one browser after the other."""
    found = Relayed([], [])
    turns = itertools.cycle([room[n % len(room) :] + room[: n % len(room)] for n in range(_TYPISTS) for room in rooms])
    typed = [(list(room), room[0].typed(["x"])[0]) for room, _ in zip(turns, range(count), strict=False)]
    for (writer, *others), words in typed:
        heard, acknowledged = Countdown(len(others)), Countdown(1)
        for other in others:
            other.on_update = heard.hit
        writer.on_update = ignore
        writer.on_acknowledged = acknowledged.hit
        began = time.perf_counter()
        writer.say(words)
        all_heard = await heard.over("an edit") - began
        found.heard.append(all_heard)
        found.acknowledged.append(max(all_heard, await acknowledged.over("an acknowledgement") - began))
    return found


async def flood(side: Side, room: list[Browser], each: int) -> Flooded:
    """Ten browsers type so many words each as fast as they are taken. Raises when somebody missed one."""
    typists = room[:_TYPISTS]
    others = [_TYPISTS - (browser in typists and not browser.hears_itself) for browser in room]
    expected = [len(browser.heard) + each * count for browser, count in zip(room, others, strict=True)]
    words = [browser.typed([f"[{n}.{m}]" for m in range(each)]) for n, browser in enumerate(typists)]
    heard = Countdown(each * sum(others))
    acknowledged = Countdown(len(typists))
    for browser in room:
        browser.on_update = heard.hit
        browser.on_acknowledged = acknowledged.hit
    worked, began = side.processor_seconds(), time.perf_counter()
    # In many parts, by turns: nobody types a thousand words in one moment.
    for at in range(0, each, 10):
        for browser, frames in zip(typists, words, strict=True):
            browser.say(b"".join(frames[at : at + 10]), len(frames[at : at + 10]))
        await asyncio.sleep(0)
    seconds = max(await heard.over("the flood"), await acknowledged.over("its acknowledgements")) - began
    worked = side.processor_seconds() - worked
    _agree(room, expected)
    return Flooded(each * len(typists) / seconds, worked / (each * len(typists)))


async def opened(side: Side, room: str) -> tuple[float, Browser]:
    """The seconds until a browser has what is in the room."""
    began = time.perf_counter()
    browser = await side.enter(room)
    return time.perf_counter() - began, browser


def long_document(size: int) -> bytes:
    """A document of about that many bytes, written in many small edits all over it."""
    document: Any = Doc()
    text = document.get("raw", type=Text)
    chance, length = random.Random(size), 0
    with document.transaction():
        for number in range(size // _BYTES_AN_EDIT):
            words = f"{number} words and a line\n"
            # Near the beginning: a place far behind takes the library long to find.
            text.insert(chance.randrange(min(length, 500) + 1), words)
            length += len(words)
    return bytes(document.get_update())


def _agree(room: Sequence[Browser], expected: Sequence[int]) -> None:
    if not all(browser.is_alive for browser in room) or [len(browser.heard) for browser in room] != list(expected):
        raise UnexpectedAnswerError("not everybody survived the flood")
    texts = {browser.text() for browser in room[:: len(room) // _LOOKED_AT]}
    if len(texts) != 1:
        raise UnexpectedAnswerError(f"after the flood there are {len(texts)} different texts")
