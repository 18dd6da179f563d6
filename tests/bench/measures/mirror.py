"""Mirrors of the whole sample, in a folder and on servers of this machine: all of it, and rounds with nothing to do."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from notesvc import config, database
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.mirror import rounds
from notesvc.models import User
from tests.backends.conftest import Running
from tests.backends.places import Spot, folder_spot, spot_of
from tests.bench.ground import Ground
from tests.bench.table import Row
from tests.bench.workspace import Workspace
from tests.domain.mirror.real_rig import RealRig

MOST_FIRST, MOST_QUIET = 180.0, 2.0
_SERVERS = ("seaweedfs", "apache")


def measure(ground: Ground) -> list[Row]:
    """Rows for each place; a server that is not installed has none."""
    rows = []
    with ExitStack() as stack:
        running = Running(stack)
        for name in ("folder", *_SERVERS):
            place = ground.place(f"mirror-at-{name}")
            place.mkdir()
            try:
                spot = folder_spot(place) if name == "folder" else spot_of(running.server(name))
            except pytest.skip.Exception:
                continue
            rows += _rows(spot, ground.sample.copied_to(ground.place(f"mirror-of-{name}")))
    return rows


def _rows(spot: Spot, workspace: Workspace) -> list[Row]:
    with _owner(workspace) as owner:
        rig = RealRig(owner).at(spot)
        first = _seconds(lambda: _round(rig))
        # A file that was written within the last seconds is read once more.
        time.sleep(3)
        _round(rig)
        quiet = min(_seconds(lambda: _round(rig)) for _ in range(5))
    floor = _floor(workspace) if spot.kind == "folder" else None
    what = f"mirror ({spot.name}): {len(workspace.drafts):,} notes"
    ratio = None if floor is None else first / floor
    shown = "–" if floor is None else f"{floor:.1f} s"
    return [
        Row(f"{what}, all written", f"{first:.1f} s", shown, ratio, "≤ 180 s", first <= MOST_FIRST),
        Row(f"{what}, a round with nothing to do", f"{quiet:.2f} s", "–", None, "< 2 s", quiet < MOST_QUIET),
    ]


def _round(rig: RealRig) -> None:
    mirror = rig.mirror()
    with closing(mirror.backend):
        rounds.run(mirror)


def _floor(workspace: Workspace) -> float:
    """Seconds for as many files of the same texts, each under its name when it is on the disk."""
    with tempfile.TemporaryDirectory(dir=workspace.folder) as folder:

        def write() -> None:
            for number, draft in enumerate(workspace.drafts):
                path = Path(folder, str(number))
                with open(f"{path}.new", "wb") as file:
                    file.write(draft.body.encode())
                    file.flush()
                    os.fsync(file.fileno())
                os.rename(f"{path}.new", path)

        return _seconds(write)


@contextmanager
def _owner(workspace: Workspace) -> Iterator[Caller]:
    database.open_database(config.load({"NOTESVC_INSTANCE": str(workspace.folder)}))
    try:
        with database.connection():
            yield users.caller_of(User.get(User.email == "bench0@example.org"))
    finally:
        database.disconnect()


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
