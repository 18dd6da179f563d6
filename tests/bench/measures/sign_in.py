"""Signing in: beside the bare hash, what a session costs a request, a crowd at the door, and what time tells."""

import itertools
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import argon2
import orjson

from tests.bench import memory
from tests.bench.ground import Ground
from tests.bench.load import Background, Client, Request, UnexpectedAnswerError
from tests.bench.pair import Side
from tests.bench.table import Row, mebibytes, milliseconds, percentile
from tests.bench.workspace import PASSWORD

MOST_TIMES_HASH = 1.2
MOST_FOR_A_SESSION = 0.000_3
MOST_FOR_OTHERS = 0.200
MOST_APART = 0.05
# Two processes with a hash of 19 MB each, and what 200 requests at a time take themselves.
MOST_GROWTH = 150 * 2**20
_AT_ONCE = 200
_PAUSE = 0.005
_CHECKS = 500
_KNOWN, _UNKNOWN = "bench0@example.org", "nobody@example.org"
_JSON = ("Content-Type", "application/json")
_places = (f"198.18.{high}.{low}" for high, low in itertools.product(range(256), range(1, 255)))


def measure(ground: Ground) -> list[Row]:
    """A row for a sign-in, for a session's check, two for the crowd, and one for each answer that must not tell."""
    side = ground.fresh_service("sign-in", NOTESVC_TRUSTED_PROXIES="1")
    rows = [
        _alone(side, ground),
        _session(side),
        *_crowd(side, ground),
        _telling(side, "a wrong password", lambda email: _sign_in(email, "a wrong password", 401)),
        _telling(side, "a forgotten password", lambda email: _request("forgot-password", 202, email=email)),
    ]
    side.process.stop()
    return rows


def _request(path: str, expects: int, **body: str) -> Request:
    """A request from where nobody else comes from, so that no limit is met."""
    headers = (_JSON, ("X-Forwarded-For", next(_places)))
    return Request("POST", f"/api/auth/{path}", orjson.dumps(body), headers, expects)


def _sign_in(email: str = _KNOWN, password: str = PASSWORD, expects: int = 200) -> Request:
    return _request("login", expects, email=email, password=password)


def _alone(side: Side, ground: Ground) -> Row:
    hasher = argon2.PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
    stored = hasher.hash(PASSWORD)
    mine: list[float] = []
    bare: list[float] = []
    with Client(side.address) as client:
        client.timed([_sign_in() for _ in range(4)])
        for _ in range(ground.sizes.reads):
            mine += client.timed([_sign_in()])
            began = time.perf_counter()
            hasher.verify(stored, PASSWORD)
            bare.append(time.perf_counter() - began)
    times = statistics.median(mine), statistics.median(bare)
    ratio = times[0] / times[1]
    shown = map(milliseconds, times)
    target = f"≤ {MOST_TIMES_HASH:g} × hash"
    return Row("sign-in, beside the bare hash, ms", *shown, ratio, target, ratio <= MOST_TIMES_HASH)


def _session(side: Side) -> Row:
    """A request that the view refuses, with a session; and one without, which the gate refuses."""
    path = "/api/auth/session?no=parameter"
    mine = side.workspace.request("GET", path, expects=422)
    anonymous = Request("GET", path, expects=401)
    with Client(side.address) as client:
        rounds = [(client.timed([mine])[0], client.timed([anonymous])[0]) for _ in range(_CHECKS)]
    times = [statistics.median(each) for each in zip(*rounds, strict=True)]
    more = times[0] - times[1]
    what = f"a session's check: {milliseconds(more)} ms more, ms"
    return Row(what, *map(milliseconds, times), times[0] / times[1], "≤ 0.3 ms more", more <= MOST_FOR_A_SESSION)


def _crowd(side: Side, ground: Ground) -> list[Row]:
    other = [side.workspace.request("GET", "/api/workspace/folders")]
    quiet = Background(side.address, other, _PAUSE)
    time.sleep(1)
    before = quiet.durations()
    # Every thread has its stack and its connection to the database before the memory is looked at.
    _all_at_once(side)
    meanwhile: list[float] = []
    with memory.Watch(side.pid_of("web")) as watch:
        for _ in range(ground.sizes.rounds):
            background = Background(side.address, other, _PAUSE)
            let_in = _all_at_once(side)
            meanwhile += background.durations()
    worst, usual = percentile(meanwhile, 0.99), percentile(before, 0.99)
    what = f"folder tree while {_AT_ONCE} sign in ({let_in} let in, the rest asked to come back), p99, ms"
    grown = watch.growth
    return [
        Row(what, milliseconds(worst), milliseconds(usual), worst / usual, "< 200 ms", worst < MOST_FOR_OTHERS),
        Row("the same, growth of the web processes", mebibytes(grown), target="< 150 MB", is_met=grown < MOST_GROWTH),
    ]


def _all_at_once(side: Side) -> int:
    """How many of those who sign in at the same moment find room."""
    clients = [Client(side.address) for _ in range(_AT_ONCE)]
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        found = sum(threads.map(_is_let_in, clients))
    for client in clients:
        client.__exit__()
    return found


def _is_let_in(client: Client) -> bool:
    try:
        client.ask(_sign_in())
    except UnexpectedAnswerError as error:
        if "answered with 429" not in str(error):
            raise
        return False
    return True


def _telling(side: Side, what: str, request: Callable[[str], Request]) -> Row:
    """The medians of answers for an address that has an account and for one that has none, asked in turns."""
    with Client(side.address) as client:
        client.timed([request(email) for email in (_KNOWN, _UNKNOWN)])
        pairs = [[client.timed([request(email)])[0] for email in (_KNOWN, _UNKNOWN)] for _ in range(_AT_ONCE)]
    known, unknown = (statistics.median(each) for each in zip(*pairs, strict=True))
    apart = abs(known - unknown) / max(known, unknown)
    shown = milliseconds(known), milliseconds(unknown)
    name = f"{what}: a known address, beside an unknown one, ms"
    return Row(name, *shown, known / unknown, "medians within 5 %", apart <= MOST_APART)
