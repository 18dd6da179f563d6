"""The folder tree, and the list of 1,000 notes of 10,000."""

from tests.bench.ground import Ground
from tests.bench.load import Client
from tests.bench.pair import Side
from tests.bench.table import Row, compared

MOST_TIMES_FLOOR = 2.0
_WARM_UP = 5
_LISTED = 1_000


def measure(ground: Ground) -> list[Row]:
    """A row for the tree and one for the list."""
    folders, notes = len(ground.sample.folder_ids), ground.sizes.notes
    return [
        _row(ground, f"folder tree ({folders:,} folders)", "/api/workspace/folders"),
        _row(ground, f"list of {_LISTED:,} notes of {notes:,}", f"/api/workspace/notes?limit={_LISTED}"),
    ]


def _row(ground: Ground, what: str, path: str) -> Row:
    def timed(side: Side, _: int) -> list[float]:
        with Client(side.address) as client:
            request = side.workspace.request("GET", path)
            client.timed([request] * _WARM_UP)
            return client.timed([request] * ground.sizes.reads)

    return compared(what, ground.pair.interleaved(ground.sizes.rounds, timed), MOST_TIMES_FLOOR)
