"""The service at rest: its memory, and how soon it answers again after a restart."""

import statistics
import time

from tests.bench import memory
from tests.bench.ground import Ground
from tests.bench.load import Client, UnexpectedAnswerError
from tests.bench.pair import Side
from tests.bench.table import Row, mebibytes

MOST_MEMORY = 200 * 2**20
MOST_TO_ANSWER = 1.0
_SETTLED_SECONDS = 3.0
_LONGEST_SECONDS = 30
_PATHS = ("/api/workspace/folders", "/api/workspace/search?q=function", "/api/workspace/notes?limit=1000")


def measure(ground: Ground) -> list[Row]:
    """Rows for the memory of all processes together and for the restart; then what the floor takes for both."""
    side, floor = ground.fresh_service("rest"), ground.pair.floor
    restarts = [_restarted(side) for _ in range(ground.sizes.rounds)]
    floor_restarts = [_restarted(floor) for _ in range(ground.sizes.rounds)]
    for each in (side, floor):
        _use(each)
    time.sleep(_SETTLED_SECONDS)
    sizes = [memory.taken(memory.family(each.process.pid)) for each in (side, floor)]
    count = len(memory.family(side.process.pid))
    seconds = [statistics.median(each) for each in (restarts, floor_restarts)]
    side.process.stop()
    return [
        Row(
            what=f"memory at rest, all {count} processes",
            service=mebibytes(sizes[0]),
            floor=mebibytes(sizes[1]),
            ratio=sizes[0] / sizes[1],
            target="< 200 MB",
            is_met=sizes[0] < MOST_MEMORY,
        ),
        Row(
            what="restart to first answer, s",
            service=f"{seconds[0]:.2f}",
            floor=f"{seconds[1]:.2f}",
            ratio=seconds[0] / seconds[1],
            target="< 1 s",
            is_met=seconds[0] < MOST_TO_ANSWER,
        ),
    ]


def _restarted(side: Side) -> float:
    """The seconds from the command until the folder tree was answered."""
    side.process.stop()
    began = time.perf_counter()
    side.process.launch()
    while not side.process.output.endswith("\n"):
        _wait(began)
    side.process.url = side.process.output.split()[-1]
    with Client(side.address) as client:
        client.ask(side.workspace.request("GET", _PATHS[0]))
    return time.perf_counter() - began


def _wait(began: float) -> None:
    if time.perf_counter() - began > _LONGEST_SECONDS:
        raise UnexpectedAnswerError(f"there was no answer within {_LONGEST_SECONDS} s of the start")
    time.sleep(0.002)


def _use(side: Side) -> None:
    """Ask for a few things on several connections, so that each web process has worked."""
    for _ in range(4):
        with Client(side.address) as client:
            client.timed([side.workspace.request("GET", path) for path in _PATHS])
