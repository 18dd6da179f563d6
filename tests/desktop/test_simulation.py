"""Nothing that anybody wrote is lost, and all become the same: whatever people do, whenever a client is killed."""

import shutil
from pathlib import Path

import pytest

from tests import searching
from tests.desktop.model_service import ModelService
from tests.desktop.world import World

_RUNS = 40
_STEPS = 160
_GROUPS = 4


@pytest.mark.search
@pytest.mark.parametrize("group", range(_GROUPS))
def test_nothing_is_lost_and_all_become_the_same(tmp_path: Path, group: int) -> None:
    for seed in searching.seeds(_RUNS)[group::_GROUPS]:
        run(seed, tmp_path / str(seed))


def run(seed: int, home: Path) -> None:
    """One run; what it did lies in `home` where it failed."""
    service = ModelService()
    world = World(seed, home, service, service)
    try:
        world.run(_STEPS)
        world.settle()
        world.check()
    except BaseException as error:
        error.add_note(f"seed {seed}")
        raise
    shutil.rmtree(home)
