"""Rooms, beside Hocuspocus in the same run, asked by the same program over the same documents."""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TypeVar

from tests.bench.ground import Ground
from tests.bench.load import UnexpectedAnswerError
from tests.bench.rooms import blocking, loads, sides
from tests.bench.rooms.browsers import Browser
from tests.bench.rooms.loads import Relayed
from tests.bench.rooms.sides import Peer, Side, Worker
from tests.bench.table import Row, Times, milliseconds
from tests.places import PROJECT
from tests.service import Service

T = TypeVar("T")

MOST_TO_OPEN = 0.3
MOST_BLOCKING = 0.02
_CROWD, _PAIRS = 100, 200
_LONG, _NOTE = 1_000_000, 100_000
_SETTLED_SECONDS = 3.0
_FASTER = "< Hocuspocus, p95 too"


@dataclass(frozen=True)
class Both:
    """The worker, and Hocuspocus where npm could install it."""

    sides: tuple[Side, ...]
    rounds: int

    async def interleaved(self, measured: Callable[[Side, int], Awaitable[T]]) -> list[list[T]]:
        """What each round gave, by side: worker, Hocuspocus, worker, Hocuspocus, …"""
        found: list[list[T]] = [[] for _ in self.sides]
        for number in range(self.rounds):
            for each, side in zip(found, self.sides, strict=True):
                each.append(await measured(side, number))
        return found


def measure(ground: Ground) -> list[Row]:
    """Rows whose floor is Hocuspocus; a dash there when npm could not install it."""
    with ExitStack() as stack:
        folder = ground.place("rooms")
        folder.mkdir(mode=0o700)
        service = Service(folder, {"NOTESVC_REGISTRATION": "open"})
        stack.callback(service.end)
        worker = Worker(service.start())
        rows = asyncio.run(_rows(Both((worker, *_peers(ground, stack)), ground.sizes.rounds), ground.sizes.alone))
        rows += _openings(worker)
        longest = blocking.longest_step(worker, folder, service.url)
        what = "room of 1 MB: the loop's longest step while it is written and saved, ms"
        return [*rows, Row(what, milliseconds(longest), target="< 20 ms", is_met=longest < MOST_BLOCKING)]


def _peers(ground: Ground, stack: ExitStack) -> list[Side]:
    try:
        peer = Peer(PROJECT / ".bench" / "hocuspocus", ground.place("hocuspocus"))
    except OSError as error:
        print(f"rooms: without Hocuspocus: {error}", file=sys.stderr)
        return []
    stack.callback(peer.end)
    return [peer]


async def _rows(both: Both, count: int) -> list[Row]:
    memory = await _memory(both)
    rows: list[Row] = []
    for people in (2, 20, _CROWD):
        rooms = {side.name: [await loads.crowd(side, f"room of {people}", people)] for side in both.sides}
        rows += await _relayed(both, rooms, f"room of {people}", count)
        if people == _CROWD:
            rows.append(await _flooded(both, {name: room[0] for name, room in rooms.items()}, max(count, _PAIRS)))
        _leave(rooms)
    rooms = {side.name: [await loads.crowd(side, f"pair {n}", 2) for n in range(_PAIRS)] for side in both.sides}
    rows += await _relayed(both, rooms, f"{_PAIRS} rooms of 2", max(count, _PAIRS))
    _leave(rooms)
    return [*rows, *memory, await _cold(both)]


async def _relayed(both: Both, rooms: dict[str, list[list[Browser]]], what: str, count: int) -> list[Row]:
    found: list[list[Relayed]] = await both.interleaved(lambda side, _: loads.relay(rooms[side.name], count))
    heard = [Times([each.heard for each in rounds]) for rounds in found]
    acknowledged = [Times([each.acknowledged for each in rounds]) for rounds in found]
    return [
        _beside(f"{what}: an edit until all others have it, ms", heard),
        _beside(f"{what}: the same, and on disk (Hocuspocus: in memory), ms", acknowledged),
    ]


def _beside(what: str, times: list[Times]) -> Row:
    if len(times) == 1:
        return Row(what, str(times[0]), target=_FASTER)
    mine, peers = times
    is_met = mine.median < peers.median and mine.p95 < peers.p95
    return Row(what, str(mine), str(peers), mine.median / peers.median, _FASTER, is_met)


async def _flooded(both: Both, rooms: dict[str, list[Browser]], count: int) -> Row:
    found = await both.interleaved(lambda side, _: loads.flood(side, rooms[side.name], count))
    rates = [statistics.median(each.per_second for each in rounds) for rounds in found]
    what = f"room of {_CROWD}: flood until all have all and agree, edits/s (the server's work for one, ms)"
    shown = [
        f"{rate:,.0f} ({milliseconds(statistics.median(each.processor for each in rounds))})"
        for rate, rounds in zip(rates, found, strict=True)
    ]
    if len(rates) == 1:
        return Row(what, shown[0], target="≥ Hocuspocus")
    return Row(what, shown[0], shown[1], rates[0] / rates[1], "≥ Hocuspocus", rates[0] >= rates[1])


async def _memory(both: Both) -> list[Row]:
    """Before anything else: what was used and let go of is no measure."""
    rooms, connections = [], []
    for side in both.sides:
        idle = await loads.crowd(side, "the first", 2)
        for name, sizes, count in (("idle {}", rooms, _PAIRS), ("many connections", connections, _CROWD)):
            await asyncio.sleep(_SETTLED_SECONDS)
            before = await asyncio.to_thread(side.memory)
            idle += [await side.enter(name.format(number)) for number in range(count)]
            await asyncio.sleep(_SETTLED_SECONDS)
            sizes.append((await asyncio.to_thread(side.memory) - before) / count)
        for browser in idle:
            browser.leave()
    what = "memory of {}, kB"
    return [
        _sizes(what.format("an idle room with one in it"), rooms),
        _sizes(what.format("one more in a room"), connections),
    ]


def _sizes(what: str, sizes: list[float]) -> Row:
    shown = [f"{size / 1024:.0f}" for size in sizes]
    if len(sizes) == 1:
        return Row(what, shown[0], target="≤ Hocuspocus")
    return Row(what, shown[0], shown[1], sizes[0] / sizes[1], "≤ Hocuspocus", sizes[0] <= sizes[1])


async def _cold(both: Both) -> Row:
    """Opened after the last one has left, when the server holds nothing of it in memory."""
    for side in both.sides:
        _, writer = await loads.opened(side, "long")
        writer.put(loads.long_document(_LONG))
        await writer.acknowledged_all()
        writer.leave()
    await asyncio.sleep(2 * _SETTLED_SECONDS)

    async def opened(side: Side, _: int) -> float:
        seconds, reader = await loads.opened(side, "long")
        if len(reader.found) < _LONG // 2:
            raise UnexpectedAnswerError(f"{side.name} has only {len(reader.found)} bytes of the long room")
        reader.leave()
        await asyncio.sleep(_SETTLED_SECONDS)
        return seconds

    found = [statistics.median(each) for each in await both.interleaved(opened)]
    what, shown = "room of 1 MB: opened cold, ms", [milliseconds(seconds) for seconds in found]
    if len(found) == 1:
        return Row(what, shown[0], target="≤ 0.5 × Hocuspocus")
    ratio = found[0] / found[1]
    return Row(what, shown[0], shown[1], ratio, "≤ 0.5 × Hocuspocus", ratio <= 0.5)


def _openings(worker: Worker) -> list[Row]:
    """A note in blocks: the token, the socket, and the conversion of one that never had a room."""
    first: list[float] = []
    later: list[float] = []
    for number in range(3):
        worker.note(f"note {number}", sides.long_note(_NOTE), mode="block")
        for found in (first, later):
            began = time.perf_counter()
            worker.token(f"note {number}")
            asyncio.run(_visit(worker, f"note {number}"))
            found.append(time.perf_counter() - began)
            time.sleep(_SETTLED_SECONDS)
    what = "note of 100 kB in blocks: its room opened {}, ms"
    names = ("for the first time", "again, cold")
    medians = [statistics.median(each) for each in (first, later)]
    return [
        Row(what.format(name), milliseconds(seconds), target="< 300 ms", is_met=seconds < MOST_TO_OPEN)
        for name, seconds in zip(names, medians, strict=True)
    ]


async def _visit(worker: Worker, room: str) -> None:
    (await worker.enter(room)).leave()


def _leave(rooms: dict[str, list[list[Browser]]]) -> None:
    for browser in [browser for many in rooms.values() for room in many for browser in room]:
        browser.leave()
