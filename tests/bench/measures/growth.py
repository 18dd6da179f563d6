"""Saving a note in a small and in a large workspace: the time must not grow with the workspace."""

import orjson

from tests.bench import notes, workspace
from tests.bench.ground import Ground
from tests.bench.load import Client, Request
from tests.bench.pair import Pair, Side
from tests.bench.table import Row, Times, milliseconds
from tests.bench.workspace import Workspace

MOST_TIMES_SMALL = 1.3
_WARM_UP = 20
_STRIDE = 997
_SIDES = ("service", "floor")


def measure(ground: Ground) -> list[Row]:
    """One row: the service's median in the large workspace against that in the small one."""
    sizes = ground.sizes
    few, many = (_pair(ground, count) for count in (sizes.few_notes, sizes.many_notes))
    rounds: dict[str, list[list[float]]] = {f"{side} {size}": [] for side in _SIDES for size in ("few", "many")}
    for number in range(sizes.rounds):
        for name, pair in (("few", few), ("many", many)):
            rounds[f"service {name}"].append(_saved(ground, pair.service, number))
            rounds[f"floor {name}"].append(_saved(ground, pair.floor, number))
    times = {name: Times(each).median for name, each in rounds.items()}
    ratio = times["service many"] / times["service few"]
    mine, floor = (f"{milliseconds(times[f'{name} many'])} / {milliseconds(times[f'{name} few'])}" for name in _SIDES)
    what = f"save in {sizes.many_notes:,} / {sizes.few_notes:,} notes of 1 kB, ms"
    return [Row(what, mine, floor, ratio, f"≤ {MOST_TIMES_SMALL:g}", ratio <= MOST_TIMES_SMALL)]


def _pair(ground: Ground, count: int) -> Pair:
    built = workspace.build(ground.place(f"short-{count}"), notes.short(count))
    return ground.fresh_pair(built, f"growth-{count}")


def _saved(ground: Ground, side: Side, number: int) -> list[float]:
    with Client(side.address) as client:
        first = number * (_WARM_UP + ground.sizes.alone)
        client.timed(_savings(side.workspace, first, _WARM_UP))
        return client.timed(_savings(side.workspace, first + _WARM_UP, ground.sizes.alone))


def _savings(place: Workspace, first: int, count: int) -> list[Request]:
    """Saves of as many different notes, spread evenly over the workspace."""
    found = []
    for step in range(first, first + count):
        at = step * _STRIDE % len(place.drafts)
        body = orjson.dumps({"content": f"{place.drafts[at].body}\nA line that was written later, step {step}.\n"})
        found.append(place.request("PATCH", f"/api/workspace/notes/{place.note_ids[at]}", body))
    return found
