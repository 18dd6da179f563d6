"""Creating, capturing and saving notes: one client's time, and what several clients at a time get done."""

import secrets
import statistics
from collections.abc import Callable
from itertools import count

import orjson

from tests.bench import load
from tests.bench.ground import Ground
from tests.bench.load import Burst, Client, Request
from tests.bench.pair import Side
from tests.bench.table import Row, compared, milliseconds, percentile
from tests.bench.workspace import Workspace

MOST_TIMES_FLOOR = 2.5
LEAST_OF_FLOOR = 0.5
MOST_P95_SECONDS = 0.040
_WARM_UP = 10
_WARM_UP_EACH = 3
# Far apart, so that neighbours in the sample, which resemble each other, do not follow each other.
_STRIDE = 3_571
_JSON = ("Content-Type", "application/json")

Kind = Callable[[Workspace, int], Request]


def create(ground: Ground) -> list[Row]:
    """POST of new notes into the folders of a workspace of 10,000."""
    return _measured(ground, "create a note", creation)


def capture(ground: Ground) -> list[Row]:
    """POST of clips of the size of notes, with keys of several users, each within its limit."""
    run = secrets.token_hex(4)
    return _measured(ground, "capture a clip", lambda workspace, number: _clip(workspace, number, run))


def save(ground: Ground) -> list[Row]:
    """PATCH of a note's whole text with a line more, each time another note of 10,000."""
    return _measured(ground, f"save a note of {ground.sizes.notes:,}", saving)


def creation(workspace: Workspace, number: int) -> Request:
    """A new note with the text of a sample note."""
    draft = workspace.drafts[number * _STRIDE % len(workspace.drafts)]
    body = {
        "name": f"{draft.title} once more",
        "content": draft.body,
        "tags": list(draft.tags),
        "parentId": workspace.folder_ids[number * _STRIDE % len(workspace.folder_ids)],
    }
    return workspace.request("POST", "/api/workspace/notes", orjson.dumps(body), 201)


def saving(workspace: Workspace, number: int) -> Request:
    """The text of a sample note with a line more."""
    at = number * _STRIDE % len(workspace.drafts)
    body = {"content": f"{workspace.drafts[at].body}\n\nA line that was written later, number {number}.\n"}
    return workspace.request("PATCH", f"/api/workspace/notes/{workspace.note_ids[at]}", orjson.dumps(body))


def _clip(workspace: Workspace, number: int, run: str) -> Request:
    draft, key = (
        workspace.drafts[number * _STRIDE % len(workspace.drafts)],
        workspace.keys[number % len(workspace.keys)],
    )
    body = {
        "url": f"https://example.org/pages/{number}",
        "title": draft.title,
        "markdown": draft.body,
        "tags": list(draft.tags),
        "source": "bench",
    }
    headers = (("Authorization", f"Bearer {key}"), ("Idempotency-Key", f"{run}-{number}"), _JSON)
    return Request("POST", "/api/sync/capture", orjson.dumps(body), headers, 201)


def _measured(ground: Ground, what: str, kind: Kind) -> list[Row]:
    sizes = ground.sizes
    numbers = {"service": count(), "floor": count()}

    def some(side: Side, how_many: int) -> list[Request]:
        return [kind(side.workspace, next(numbers[side.name])) for _ in range(how_many)]

    def alone(side: Side, _: int) -> list[float]:
        with Client(side.address) as client:
            client.timed(some(side, _WARM_UP))
            return client.timed(some(side, sizes.alone))

    def together(side: Side, _: int) -> Burst:
        shares = [some(side, _WARM_UP_EACH + sizes.each) for _ in range(sizes.clients)]
        return load.together(side.address, shares, _WARM_UP_EACH)

    one = compared(f"{what}, 1 client", ground.pair.interleaved(sizes.rounds, alone), MOST_TIMES_FLOOR)
    return [one, _crowd(f"{what}, {sizes.clients} clients", ground.pair.interleaved(sizes.rounds, together))]


def _crowd(what: str, sides: tuple[list[Burst], list[Burst]]) -> Row:
    rates = [statistics.median(burst.per_second for burst in bursts) for bursts in sides]
    tails = [statistics.median(percentile(burst.durations, 0.95) for burst in bursts) for bursts in sides]
    shown = [f"{rate:.0f}/s (p95 {milliseconds(tail)} ms)" for rate, tail in zip(rates, tails, strict=True)]
    ratio = rates[0] / rates[1]
    return Row(
        what=f"{what}, throughput",
        service=shown[0],
        floor=shown[1],
        ratio=ratio,
        target=f"≥ {LEAST_OF_FLOOR:g} × floor, p95 < {MOST_P95_SECONDS * 1000:.0f} ms",
        is_met=ratio >= LEAST_OF_FLOOR and tails[0] < MOST_P95_SECONDS,
    )
