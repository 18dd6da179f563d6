"""Renaming a note that many others link to: every link is rewritten in the same transaction."""

import statistics
from collections.abc import Sequence

import orjson
import peewee

from tests.bench import notes, workspace
from tests.bench.ground import Ground
from tests.bench.load import Client, UnexpectedAnswerError
from tests.bench.pair import Pair, Side
from tests.bench.table import Row, milliseconds
from tests.bench.workspace import Workspace

# Of the service's own saves, for 1,000 linking notes.
MOST_SAVES = 100
_SAVES = 20
_CHANGED_TOGETHER = "SELECT count(*) FROM notes WHERE change_number = (SELECT max(change_number) FROM notes)"


def measure(ground: Ground) -> list[Row]:
    """Rows for a tenth of the sample linking to the note, and for as many short notes that all link to it."""
    linking = notes.linking(ground.sizes.notes)
    short = workspace.build(ground.place("short-linking"), notes.short_linking(len(linking)))
    return [
        *_rows(ground, ground.pair, linking, "sample notes"),
        *_rows(ground, ground.fresh_pair(short, "rename"), range(len(linking)), "notes of 1 kB"),
    ]


def _rows(ground: Ground, pair: Pair, linking: Sequence[int], kind: str) -> list[Row]:
    saves = [each[0] for each in pair.interleaved(1, lambda side, _: _saved(side, linking[:_SAVES]))]
    renames = [statistics.median(each) for each in pair.interleaved(ground.sizes.rounds, _renamed)]
    _check_together(pair.service.workspace, len(linking) + 1)
    ratio, most = renames[0] / saves[0], MOST_SAVES * len(linking) / 1_000
    shown = [
        f"{milliseconds(rename)} ms = {rename / save:.0f} saves" for rename, save in zip(renames, saves, strict=True)
    ]
    return [
        Row(
            what=f"rename that {len(linking):,} {kind} link to",
            service=shown[0],
            floor=shown[1],
            ratio=renames[0] / renames[1],
            target=f"< {most:g} saves",
            is_met=ratio < most,
        )
    ]


def _renamed(side: Side, number: int) -> float:
    body = orjson.dumps({"name": f"{notes.HUB}, named anew for time number {number}"})
    with Client(side.address) as client:
        return client.timed([side.workspace.request("PATCH", _path(side.workspace.hub_id), body)])[0]


def _saved(side: Side, positions: Sequence[int]) -> float:
    """The median of saves of those notes."""
    place = side.workspace
    requests = []
    for at in positions:
        body = orjson.dumps({"content": f"{place.drafts[at].body}\n\nSaved before the links are rewritten.\n"})
        requests.append(place.request("PATCH", _path(place.note_ids[at]), body))
    with Client(side.address) as client:
        return statistics.median(client.timed(requests))


def _check_together(place: Workspace, wanted: int) -> None:
    """Raise UnexpectedAnswerError unless so many notes carry one change number, as only one transaction gives."""
    connection = peewee.sqlite3.connect(f"file:{place.database}?mode=ro", uri=True)
    try:
        found = connection.execute(_CHANGED_TOGETHER).fetchone()[0]
    finally:
        connection.close()
    if found != wanted:
        raise UnexpectedAnswerError(f"{found} notes were changed together, not {wanted}")


def _path(note_id: str) -> str:
    return f"/api/workspace/notes/{note_id}"
