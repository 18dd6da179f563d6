"""Exporting the whole workspace: the time, the first byte, and the memory that it takes meanwhile."""

import statistics

from tests.bench import memory
from tests.bench.ground import Ground
from tests.bench.load import Client, Request, Streamed
from tests.bench.pair import Pair, Side
from tests.bench.table import Row, mebibytes, milliseconds

MOST_TIMES_FLOOR = 3.0
MOST_TO_FIRST_BYTE = 0.100
MOST_GROWTH = 32 * 2**20


def measure(ground: Ground) -> list[Row]:
    """Rows for the JSON and, for information, the zip."""
    growth = _growth(ground)
    sides = ground.pair.interleaved(ground.sizes.rounds, lambda side, number: _streamed(side, "json", number))
    zipped = [_streamed(ground.pair.service, "zip", 3 + number) for number in range(ground.sizes.rounds)]
    zip_time = statistics.median(each.seconds for each in zipped)
    first_byte = statistics.median(each.first_byte for each in zipped)
    archive = f"{zip_time:.2f} s ({mebibytes(zipped[0].size)}), first byte {milliseconds(first_byte)} ms"
    return [
        *_rows(ground.pair, sides),
        Row("export, growth of the web processes", mebibytes(growth), "–", None, "< 32 MB", growth < MOST_GROWTH),
        Row("export as zip", archive),
    ]


def _rows(pair: Pair, sides: tuple[list[Streamed], list[Streamed]]) -> list[Row]:
    times = [statistics.median(each.seconds for each in side) for side in sides]
    mine, floor = (f"{time:.2f} s ({mebibytes(side[0].size)})" for time, side in zip(times, sides, strict=True))
    firsts = [statistics.median(each.first_byte for each in side) for side in sides]
    ratio, notes = times[0] / times[1], len(pair.service.workspace.drafts)
    return [
        Row(
            f"export of {notes:,} notes",
            mine,
            floor,
            ratio,
            f"≤ {MOST_TIMES_FLOOR:g} × floor",
            ratio <= MOST_TIMES_FLOOR,
        ),
        Row(
            what="export, first byte, ms",
            service=milliseconds(firsts[0]),
            floor=milliseconds(firsts[1]),
            ratio=firsts[0] / firsts[1],
            target="< 100 ms",
            is_met=firsts[0] < MOST_TO_FIRST_BYTE,
        ),
    ]


def _growth(ground: Ground) -> int:
    """How much the web processes of a service that has only just started grow during their first export."""
    side = ground.fresh_service("export")
    for _ in range(8):
        # New connections, so that each process has answered before and has loaded what every request needs.
        with Client(side.address) as client:
            client.ask(side.workspace.request("GET", "/api/workspace/folders"))
    with memory.Watch(side.pid_of("web")) as watch:
        _streamed(side, "json", 0)
    side.process.stop()
    return watch.growth


def _streamed(side: Side, form: str, number: int) -> Streamed:
    key = side.workspace.keys[number]
    headers = (("Authorization", f"Bearer {key}"), ("Connection", "close"))
    with Client(side.address) as client:
        return client.stream(Request("GET", f"/api/sync/export?format={form}", b"", headers))
