"""File operations that fail, a sample of them; `make fault-test` tries every one."""

import random
from collections.abc import Iterator

import pytest

from tests.faults import points
from tests.faults.acts import ACTS
from tests.faults.shim import ERRORS

_TRIES = 40
_DEEPEST = 30
# On Postgres all else is the server's.
_WITH_FILES = ["upload", "upload", "download", "import_vault"]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def module_tried(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[points.Points]:
    with points.service(request.param, tmp_path_factory.mktemp("points")) as (running, shim):
        yield points.Points(running, shim, seed=0)


@pytest.fixture
def tried(module_tried: points.Points) -> points.Points:
    """A service with a shim, of which nothing wrong is known yet."""
    module_tried.outcome = points.Outcome()
    return module_tried


def test_where_a_file_operation_fails_the_act_is_there_or_refused_with_503(tried: points.Points) -> None:
    dice = random.Random(0)
    acts, deepest = (list(ACTS), _DEEPEST) if tried.on_sqlite else (_WITH_FILES, 6)
    for _ in range(_TRIES):
        tried.try_one(dice.choice(acts), dice.choice(list(ERRORS)), dice.randint(1, deepest))
    tried.look()
    assert tried.outcome.points.total() > _TRIES / 4
    assert not tried.outcome.wrong, "\n".join(tried.outcome.wrong)


@pytest.mark.parametrize("module_tried", ["sqlite"], indirect=True)
def test_a_thread_that_could_open_the_database_only_for_reading_writes_again(tried: points.Points) -> None:
    for number in range(1, 6):
        tried.try_one("make_folder", "EMFILE", number)
    assert not tried.outcome.wrong, "\n".join(tried.outcome.wrong)


@pytest.mark.parametrize("module_tried", ["sqlite"], indirect=True)
def test_after_a_read_that_met_too_many_files_each_thread_writes_at_once(tried: points.Points) -> None:
    for number in range(1, 6):
        tried.try_one("download", "EMFILE", number)
        for _ in range(8):
            tried.world.note()
    assert not tried.outcome.wrong, "\n".join(tried.outcome.wrong)


@pytest.mark.parametrize("module_tried", ["sqlite"], indirect=True)
def test_an_export_that_cannot_begin_is_refused_with_503(tried: points.Points) -> None:
    for number in range(1, 40, 3):
        tried.try_one("export", "EIO", number)
    # The service's other processes do file operations too, and may meet a failure that was meant for the export.
    for number in range(1, 40):
        if tried.outcome.statuses[503] <= 3:
            tried.try_one("export", "EIO", number)
    assert not tried.outcome.wrong, "\n".join(tried.outcome.wrong)
    assert tried.outcome.statuses[503] > 3


@pytest.mark.parametrize("module_tried", ["sqlite"], indirect=True)
def test_trouble_while_rows_are_fetched_is_busy_too(tried: points.Points) -> None:
    for number in range(1, 40, 3):
        tried.try_one("rename", "EIO", number)
    assert not tried.outcome.wrong, "\n".join(tried.outcome.wrong)
