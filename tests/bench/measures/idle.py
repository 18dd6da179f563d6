"""Many who only listen: what other requests take while a thousand streams and hundreds of rooms are open."""

import asyncio
import itertools
import resource
import urllib.parse

import orjson

from notesvc.domain.sharing.room_tokens import Signer
from tests.bench import guests, memory
from tests.bench.ground import Ground
from tests.bench.guests import Guest
from tests.bench.load import Background, Client, Request
from tests.bench.pair import Side
from tests.bench.table import Row, mebibytes, milliseconds, percentile
from tests.service import Service

MOST_FOR_OTHERS = 0.1
_STREAMS, _STREAMS_A_USER, _ROOMS, _ROOMS_A_USER = 1_000, 6, 500, 3
_CLIENTS, _PAUSE_SECONDS = 4, 0.02
# Longer than the pause between the beats of a stream, and between the pings of a room.
_MEASURED_SECONDS = 25
_SAVED, _MOST_FILES = 100, 4_096


def measure(ground: Ground) -> list[Row]:
    """Rows for the other requests, and for what the listening takes of the memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < _MOST_FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (_MOST_FILES, hard))
    workspace = ground.sample.copied_to(ground.place("idle"))
    invited = guests.invited(workspace.folder, -(-_STREAMS // _STREAMS_A_USER), _ROOMS_A_USER)
    service = Service(workspace.folder)
    try:
        return asyncio.run(_rows(Side("service", service.start(), workspace), invited))
    finally:
        service.end()


async def _rows(side: Side, invited: list[Guest]) -> list[Row]:
    quiet = await _others(side)
    before = _sizes(side)
    streams = await guests.streams(side.address, (invited * _STREAMS_A_USER)[:_STREAMS])
    browsers = await guests.browsers(_tokens(side, invited), _port(side, invited[0]), side.process.url)
    seen = await _others(side)
    grown = [size - old for size, old in zip(_sizes(side), before, strict=True)]
    alive = [each for each in (*streams, *browsers) if each.is_alive]
    for stream in streams:
        stream.close()
    for browser in browsers:
        browser.leave()
    worst, usual = percentile(seen, 0.99), percentile(quiet, 0.99)
    is_met = worst < MOST_FOR_OTHERS and len(alive) == _STREAMS + _ROOMS
    what = f"{_STREAMS:,} idle streams and {_ROOMS} rooms open ({len(alive):,} are there to the end): other requests"
    return [
        Row(f"{what}, p99, ms", milliseconds(worst), milliseconds(usual), worst / usual, "< 100 ms", is_met),
        Row("the same, growth of the streams' and of the rooms' process", " and ".join(map(mebibytes, grown))),
    ]


async def _others(side: Side) -> list[float]:
    """The seconds of each request of a few who work, while this loop does its own."""
    clients = [Background(side.address, _usual(side, number), _PAUSE_SECONDS) for number in range(_CLIENTS)]
    await asyncio.sleep(_MEASURED_SECONDS)
    return [seconds for client in clients for seconds in client.durations()]


def _usual(side: Side, number: int) -> list[Request]:
    """What is asked while somebody reads and writes: a client saves notes that no other one saves."""
    workspace = side.workspace
    reads = [f"/api/workspace/{path}" for path in ("folders", "search?q=function", "notes?limit=100")]
    found = []
    for note_id in workspace.note_ids[number * _SAVED : (number + 1) * _SAVED]:
        path = f"/api/workspace/notes/{note_id}"
        save = orjson.dumps({"content": f"Saved by client {number}.\n"})
        found += [*(workspace.request("GET", each) for each in (*reads, path)), workspace.request("PATCH", path, save)]
    return found


def _tokens(side: Side, invited: list[Guest]) -> list[str]:
    signer = Signer((side.workspace.folder / "secret_key").read_text().strip())
    tokens = (guest.token(signer, note_id) for guest in invited for note_id in guest.note_ids)
    return list(itertools.islice(tokens, _ROOMS))


def _port(side: Side, guest: Guest) -> int:
    body = orjson.dumps({"noteId": guest.note_ids[0]})
    headers = (guest.cookie_header, ("Content-Type", "application/json"))
    with Client(side.address) as client:
        key = client.ask_json(Request("POST", "/api/collaboration/auth", body, headers))
    return urllib.parse.urlsplit(key["url"]).port or 0


def _sizes(side: Side) -> list[int]:
    return [memory.taken(memory.family(side.pid_of(name))) for name in ("streams", "collab")]
