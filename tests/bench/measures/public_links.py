"""Public links: how long freezing takes, and how many pages and 304s the door gives beside a bare Flask view."""

import http.client
import statistics
import time

import orjson

from tests.bench import load, notes
from tests.bench.floor.app import PAGE
from tests.bench.ground import Ground
from tests.bench.load import Client, Request
from tests.bench.pair import Pair, Side
from tests.bench.table import Row

LEAST_PAGES = 2.5
LEAST_KNOWN = 1.5
MOST_FREEZE_SECONDS = 2.0
MOST_WEIGHT = 60 * 1024
_DENSE = 100_000
_WARM_UP = 20
# Pages take so little that a burst needs more of them to be one.
_MANY = 10
_GZIP = ("Accept-Encoding", "gzip")


def measure(ground: Ground) -> list[Row]:
    """Rows for freezing, the weight of a page, pages a second and answers to who knows the page."""
    pair = ground.pair
    seconds, link = _frozen(pair.service, _dense())
    path = f"/s/{link['slug']}"
    page, etag = _fetched(pair.service, path)
    style, _ = _fetched(pair.service, f"{path}/style.css")
    (pair.floor.process.instance / PAGE).write_bytes(page)
    asked = Request("GET", path, headers=(_GZIP,))
    known = Request("GET", path, headers=(_GZIP, ("If-None-Match", etag)), expects=304)
    weight = len(page) + len(style)
    return [
        Row(
            f"freeze a note of {_DENSE // 1000} kB",
            f"{seconds:.2f} s",
            target=f"≤ {MOST_FREEZE_SECONDS:g} s",
            is_met=seconds <= MOST_FREEZE_SECONDS,
        ),
        Row(
            f"its page with styles, of {_DENSE // 1000} kB of markdown, compressed",
            f"{weight / 1024:.0f} kB",
            target=f"≤ {MOST_WEIGHT // 1024} kB",
            is_met=weight <= MOST_WEIGHT,
        ),
        _row(ground, pair, f"a public page of {len(page) / 1024:.0f} kB", asked, LEAST_PAGES),
        _row(ground, pair, "a public page that is known", known, LEAST_KNOWN),
    ]


def _dense() -> str:
    """Markdown with much of everything, of about 100 kB."""
    found: list[str] = []
    size = 0
    for draft in notes.sample(1_000):
        found.append(draft.body)
        size += len(draft.body)
        if size >= _DENSE:
            break
    return "\n\n".join(found)[:_DENSE]


def _frozen(side: Side, text: str) -> tuple[float, dict[str, str]]:
    place = side.workspace
    with Client(side.address) as client:
        body = orjson.dumps({"name": "A long page", "content": text})
        note = client.ask_json(place.request("POST", "/api/workspace/notes", body, 201))
        asked = place.request("POST", f"/api/workspace/notes/{note['id']}/shares", b"{}", 201)
        # The first one waits for a child process to start.
        client.ask(asked)
        began = time.perf_counter()
        link = client.ask_json(asked)
        return time.perf_counter() - began, link


def _fetched(side: Side, path: str) -> tuple[bytes, str]:
    """A page as it is sent, and its validator."""
    connection = http.client.HTTPConnection(*side.address)
    connection.request("GET", path, headers=dict([_GZIP]))
    reply = connection.getresponse()
    found = reply.read(), str(reply.headers["ETag"])
    connection.close()
    return found


def _row(ground: Ground, pair: Pair, what: str, request: Request, least: float) -> Row:
    """Pages a second by several clients at a time, the service's and the floor's in turns."""
    sizes = ground.sizes

    def together(side: Side, _: int) -> float:
        shares = [[request] * (_WARM_UP + sizes.each * _MANY)] * sizes.clients
        return load.together(side.address, shares, _WARM_UP).per_second

    mine, floor = (statistics.median(each) for each in pair.interleaved(sizes.rounds, together))
    ratio = mine / floor
    shown = (f"{what}, {sizes.clients} clients, a second", f"{mine:.0f}", f"{floor:.0f}")
    return Row(*shown, ratio, f"≥ {least:g} × floor", ratio >= least)
