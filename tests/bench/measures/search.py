"""Searching 10,000 notes: the first page with snippets and the count of all."""

from urllib.parse import quote

from tests.bench import notes
from tests.bench.ground import Ground
from tests.bench.load import Client, Request, UnexpectedAnswerError
from tests.bench.pair import Pair, Side
from tests.bench.table import Row, compared
from tests.bench.workspace import Workspace

MOST_TIMES_FLOOR = 1.5
_WARM_UP = 5
_QUERIES = {
    "a common word": notes.COMMON,
    "a rare word": notes.RARE,
    "a prefix": notes.PREFIX,
    "a tag": f"tag:{notes.TAG}",
    "a person": f'person:"{notes.PERSON}"',
    "a Chinese word": notes.CJK,
}


def measure(ground: Ground) -> list[Row]:
    """A row for each kind of query; the service must find at least what the floor does."""
    return [_row(ground, what, q) for what, q in _QUERIES.items()]


def _row(ground: Ground, what: str, q: str) -> Row:
    total = _agreed(ground.pair, q)

    def timed(side: Side, _: int) -> list[float]:
        with Client(side.address) as client:
            request = _request(side.workspace, q)
            client.timed([request] * _WARM_UP)
            return client.timed([request] * ground.sizes.reads)

    sides = ground.pair.interleaved(ground.sizes.rounds, timed)
    return compared(f"search for {what} ({total:,} notes)", sides, MOST_TIMES_FLOOR)


def _agreed(pair: Pair, q: str) -> int:
    """How many notes the service finds. Raises UnexpectedAnswerError where the floor finds others, or more.

    The floor knows the words as they are typed, newest first; the service knows other forms too, and ranks.
    """
    totals = []
    for side in (pair.service, pair.floor):
        with Client(side.address) as client:
            totals.append(int(client.ask_json(_request(side.workspace, q))["total"]))
    if not 0 < totals[1] <= totals[0]:
        raise UnexpectedAnswerError(f"{q}: the service finds {totals[0]}, the floor {totals[1]}")
    return totals[0]


def _request(workspace: Workspace, q: str) -> Request:
    return workspace.request("GET", f"/api/workspace/search?q={quote(q)}")
