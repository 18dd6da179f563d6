"""Processes killed at any moment, at a size that fits the suite; `make fault-test` is the full one."""

import os
from pathlib import Path

import pytest

from tests.faults import kills

_KILLS = int(os.environ.get("NOTESVC_TEST_KILLS", "30"))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_doubled_or_half_there_when_processes_are_killed(
    kind: str, tmp_path: Path
) -> None:
    with kills.service(kind, tmp_path) as running:
        outcome = kills.Killing(running, seed=0, writers=4, tell=print).run(_KILLS)
    assert outcome.wrong == []
    assert outcome.kills.total() >= _KILLS
    assert outcome.acts > 0
