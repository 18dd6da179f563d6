"""The simulation against the real service: a few runs that hold the model to it."""

import shutil
from pathlib import Path

import flask
import pytest

from tests import searching
from tests.conftest import on_sqlite
from tests.desktop.real_service import RealService
from tests.desktop.world import World
from tests.web.conftest import app, member, no_views_waiting, passwords

__all__ = ["app", "no_views_waiting", "passwords"]

_RUNS = 7
# A service of its own for each: one address may sign in so often and no more.
_GROUPS = 5
_MOST_OF_A_GROUP = 8
_STEPS = 60


@pytest.mark.search
@on_sqlite
@pytest.mark.parametrize("group", range(_GROUPS))
def test_nothing_is_lost_at_the_real_service(app: flask.Flask, tmp_path: Path, group: int) -> None:
    for seed in searching.seeds(_RUNS)[group::_GROUPS][:_MOST_OF_A_GROUP]:
        service = RealService(app, member(app, f"owner{seed}@example.org", "Olive Owner"))
        home = tmp_path / str(seed)
        world = World(seed, home, service, service)
        try:
            world.run(_STEPS)
            world.settle()
            world.check()
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
        shutil.rmtree(home)
