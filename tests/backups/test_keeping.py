"""Which backups stay: a table of dates; and what goes when."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from notesvc import limits
from notesvc.backups import keeping, sending
from notesvc.backups.place import Place
from notesvc.config import Settings
from tests.backends.model import Model
from tests.backups.conftest import opened
from tests.backups.made import a_file, everything_named_is_there
from tests.conftest import on_sqlite

KEEP = (7, 4, 12)


def moment(day: str, time: str = "030000000") -> str:
    return f"{day}T{time}Z"


def every_day(until: date, count: int) -> list[str]:
    return [moment((until - timedelta(days=back)).isoformat()) for back in range(count)]


@pytest.mark.parametrize(
    ("there", "stays"),
    [
        pytest.param([], [], id="none"),
        pytest.param(["2026-11-21"], ["2026-11-21"], id="the only one"),
        pytest.param(["2020-01-01"], ["2020-01-01"], id="the only one, however old"),
        pytest.param(
            [f"2026-11-{day:02}" for day in range(1, 22)],
            # Seven days; the Sundays 15, 8 and 1 end weeks, whose fourth is this one.
            ["2026-11-01", "2026-11-08", *(f"2026-11-{day}" for day in range(15, 22))],
            id="three weeks of days",
        ),
        pytest.param(
            ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-30"],
            ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-30"],
            id="few, with gaps",
        ),
        pytest.param(
            [f"{year}-{month:02}-01" for year in (2025, 2026) for month in range(1, 12)],
            # The last seven days that have one are months here; twelve months go back further.
            ["2025-11-01", *(f"2026-{month:02}-01" for month in range(1, 12))],
            id="one a month",
        ),
        pytest.param(
            ["2026-12-27", "2026-12-28", "2027-01-03", "2027-01-04"],
            ["2026-12-27", "2026-12-28", "2027-01-03", "2027-01-04"],
            id="the turn of a year",
        ),
    ],
)
def test_days_weeks_and_months_stay(there: list[str], stays: list[str]) -> None:
    assert keeping.kept(map(moment, there), KEEP) == set(map(moment, stays))


def test_of_one_day_the_newest_stays() -> None:
    there = [moment("2026-11-21", time) for time in ("010000000", "230000000", "120000000")]
    assert keeping.kept(there, KEEP) == {there[1]}


def test_weeks_and_months_alone_can_be_asked_for() -> None:
    there = every_day(date(2026, 11, 21), 60)
    assert keeping.kept(there, (0, 0, 2)) == {moment("2026-11-21"), moment("2026-10-31")}
    assert keeping.kept(there, (0, 1, 0)) == {moment("2026-11-21")}


def test_years_of_daily_backups_become_few_and_the_newest_always_stays() -> None:
    there: list[str] = []
    for back in range(800, -1, -1):
        there.append(moment((date(2026, 11, 21) - timedelta(days=back)).isoformat()))
        there = sorted(keeping.kept(there, KEEP))
        assert there[-1].startswith((date(2026, 11, 21) - timedelta(days=back)).isoformat())
    assert 7 + 2 + 10 <= len(there) <= 7 + 4 + 12
    assert there[0] == moment("2025-12-31")


@on_sqlite
def test_objects_of_no_backup_go_after_a_week_and_not_before(
    stored: Settings, there: Place, model: Model, days_on: Callable[[float], None]
) -> None:
    first = sending.make(stored, there)
    a_file(b"another")
    days_on(1.1)
    second = sending.make(stored, there)
    only_of_first = there.objects_of(first.manifest) - there.objects_of(second.manifest)
    assert only_of_first
    removed = keeping.tidy(there, (1, 0, 0))
    assert (removed.backups, removed.objects) == ((first.id,), 0)
    assert only_of_first <= there.objects().keys()
    days_on(limits.BACKUP_ORPHAN_DAYS - 0.1)
    assert keeping.tidy(there, (1, 0, 0)).objects == 0
    days_on(0.2)
    assert keeping.tidy(opened(model, stored), (1, 0, 0)).objects == len(only_of_first)
    assert there.objects().keys() == there.objects_of(second.manifest)


@on_sqlite
def test_those_of_the_last_day_stay(stored: Settings, there: Place, days_on: Callable[[float], None]) -> None:
    for _ in range(3):
        sending.make(stored, there)
        days_on(0.3)
    assert keeping.tidy(there, KEEP).backups == ()
    days_on(0.5)
    assert len(keeping.tidy(there, KEEP).backups) <= 2
    assert len(there.backup_ids()) <= 2


@on_sqlite
def test_the_backup_that_was_tried_never_goes(stored: Settings, there: Place, days_on: Callable[[float], None]) -> None:
    first = sending.make(stored, there)
    for _ in range(3):
        days_on(10)
        sending.make(stored, there)
        keeping.tidy(there, (1, 0, 0), [first.id])
    assert first.id in there.backup_ids()
    assert len(there.backup_ids()) == 2
    everything_named_is_there(there)


@on_sqlite
def test_one_that_cannot_be_read_keeps_all_objects_and_goes_after_a_month(
    stored: Settings, there: Place, model: Model, days_on: Callable[[float], None]
) -> None:
    bad = sending.make(stored, there)
    model.write(f"{there.instance_id}/backups/{bad.id}", b"something else")
    days_on(1)
    good = sending.make(stored, there)
    days_on(limits.BACKUP_UNREADABLE_DAYS - 2)
    assert keeping.tidy(there, (1, 0, 0)) == keeping.Removal((), 0)
    assert there.backup_ids() == [bad.id, good.id]
    days_on(2)
    keeping.tidy(there, (1, 0, 0))
    assert there.backup_ids() == [good.id]


@on_sqlite
def test_damaged_ones_never_push_out_a_whole_one(
    stored: Settings, there: Place, model: Model, days_on: Callable[[float], None]
) -> None:
    good = sending.make(stored, there)
    for _ in range(5):
        days_on(1)
        bad = sending.make(stored, there)
        model.write(f"{there.instance_id}/backups/{bad.id}", b"")
    keeping.tidy(there, (2, 0, 0))
    assert good.id in there.backup_ids()
    everything_named_is_there(there)
