"""When backups are made and tried by themselves, what is remembered of it, and who is told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from notesvc import clock, database
from notesvc.backups import drill, schedule, targets, turn
from notesvc.config import Settings
from notesvc.domain import backup_state, metrics
from notesvc.models import Mail, User
from tests.backends.model import Model
from tests.backups.conftest import PASSPHRASE
from tests.backups.made import everything_named_is_there
from tests.conftest import on_sqlite

Move = Callable[[float], None]


@pytest.fixture
def scheduled(stored: Settings, model: Model, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with a place for backups, which is the model."""
    monkeypatch.setattr(targets, "open_backend", lambda *_: model.backend())
    return replace(stored, backup_to="model", backup_passphrase=PASSPHRASE, backup_hour=0)


def test_the_first_is_made_and_tried_at_once_and_the_next_a_day_later(scheduled: Settings, days_on: Move) -> None:
    schedule.do_due(scheduled)
    first = backups(scheduled)
    assert len(first) == 1
    assert restored_id() == first[0]
    schedule.do_due(scheduled)
    assert backups(scheduled) == first
    days_on(1)
    schedule.do_due(scheduled)
    assert len(backups(scheduled)) == 2
    assert restored_id() == first[0]
    days_on(6.5)
    schedule.do_due(scheduled)
    assert restored_id() == backups(scheduled)[-1]


@on_sqlite
def test_what_failed_is_tried_again_soon_and_told_once_a_day(
    scheduled: Settings, model: Model, days_on: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.failure = "full"
    schedule.do_due(scheduled)
    with database.connection():
        failure = backup_state.failure("backup")
        assert failure is not None
        assert failure.cause == "full"
        assert "no space left" in failure.detail
    assert len(told()) == 1
    asked = len(model.log)
    schedule.do_due(scheduled)
    assert len(model.log) == asked
    days_on(0.03)
    schedule.do_due(scheduled)
    assert len(model.log) > asked
    assert len(told()) == 1
    days_on(1)
    schedule.do_due(scheduled)
    assert len(told()) == 2
    model.failure = None
    days_on(0.03)
    schedule.do_due(scheduled)
    with database.connection():
        assert backup_state.failure("backup") is None
    assert len(backups(scheduled)) == 1


@on_sqlite
def test_what_may_pass_by_itself_is_told_the_second_time(scheduled: Settings, model: Model, days_on: Move) -> None:
    model.failure = "timeout"
    schedule.do_due(scheduled)
    assert told() == []
    days_on(0.03)
    schedule.do_due(scheduled)
    assert len(told()) == 1


@on_sqlite
def test_administrators_alone_are_told(scheduled: Settings, model: Model) -> None:
    User.update(is_admin=False).execute()
    model.failure = "forbidden"
    schedule.do_due(scheduled)
    assert told() == []


@on_sqlite
def test_a_trial_that_fails_is_told_and_mended_by_the_next_backup(
    scheduled: Settings, model: Model, days_on: Move
) -> None:
    schedule.do_due(scheduled)
    days_on(7.1)
    with database.connection():
        backup_state.remember_made("the one of today", clock.now())
    picture = min((key for key in model.files if "/objects/" in key), key=lambda key: len(model.files[key]))
    model.write(picture, b"")
    schedule.do_due(scheduled)
    with database.connection():
        failure = backup_state.failure("drill")
    assert failure is not None
    assert failure.cause == "damaged"
    assert len(told()) == 1
    days_on(1.1)
    schedule.do_due(scheduled)
    with database.connection():
        assert backup_state.failure("drill") is None
    assert backups(scheduled)


@on_sqlite
def test_a_place_that_is_not_there_is_told_in_words(stored: Settings, tmp_path: Path) -> None:
    settings = replace(stored, backup_to=str(tmp_path / "away"), backup_passphrase=PASSPHRASE)
    schedule.do_due(settings)
    with database.connection():
        failure = backup_state.failure("backup")
    assert failure is not None
    assert failure.cause == "no_such_place"
    assert "see that its disk is there" in failure.detail


def test_one_at_a_time(scheduled: Settings, model: Model) -> None:
    with turn.alone(scheduled):
        schedule.do_due(scheduled)
        with pytest.raises(turn.TakenError), turn.alone(scheduled):
            pass
    with database.connection():
        assert backup_state.failure("backup") is None
        assert backup_state.last_made() is None
    assert model.files == {}


def test_what_finds_the_turn_taken_is_done_at_the_next_look(
    scheduled: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with turn.alone(scheduled):
        schedule.do_due(scheduled)
    with monkeypatch.context() as patch:
        patch.setattr(drill, "try_newest", taken)
        schedule.do_due(scheduled)
    with database.connection():
        assert backup_state.last_made() is not None
        assert backup_state.last_restored() is None
    schedule.do_due(scheduled)
    with database.connection():
        assert backup_state.last_restored() is not None


def taken(*_: object) -> None:
    """As where another process took the turn between the backup and its trial."""
    raise turn.TakenError


def test_the_next_turn_may_begin_as_soon_as_one_ends(scheduled: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[psycopg.Connection[Any]] = []
    with monkeypatch.context() as patch:
        # A server under load notices late that a connection was closed.
        patch.setattr(psycopg.Connection, "close", lambda connection: closed.append(connection))
        for _ in range(2):
            with turn.alone(scheduled):
                pass
    for connection in closed:
        connection.close()


@on_sqlite
def test_the_figures_tell_how_old_the_last_ones_are(scheduled: Settings, days_on: Move) -> None:
    assert "notesvc_backup_age_seconds" not in metrics.prometheus({})
    schedule.do_due(scheduled)
    days_on(2)
    with database.connection():
        lines = metrics.prometheus({}).splitlines()
    ages = {line.split()[0]: int(line.split()[1]) for line in lines if line.startswith("notesvc_backup_age_seconds{")}
    assert set(ages) == {
        'notesvc_backup_age_seconds{backup="made"}',
        'notesvc_backup_age_seconds{backup="restored"}',
    }
    assert all(2 * 86_400 <= age < 2 * 86_400 + 600 for age in ages.values())


@pytest.mark.parametrize(
    ("now", "slot"),
    [
        ("2026-11-21T02:59:59.999Z", "2026-11-20T03:00:00.000Z"),
        ("2026-11-21T03:00:00.000Z", "2026-11-21T03:00:00.000Z"),
        ("2026-01-01T00:00:00.000Z", "2025-12-31T03:00:00.000Z"),
    ],
)
def test_the_hour_is_that_of_today_or_of_yesterday(now: str, slot: str) -> None:
    assert schedule.last_slot(now, 3) == slot


def backups(settings: Settings) -> list[str]:
    """The backups that are there; every one of them is whole."""
    there = schedule.place_of(settings, "model", PASSPHRASE, makes=True)
    everything_named_is_there(there)
    return there.backup_ids()


def restored_id() -> str | None:
    with database.connection():
        found = backup_state.last_restored()
        return found.backup_id if found else None


def told() -> list[Mail]:
    with database.connection():
        return list(Mail.select().where(Mail.kind == "backup_failed"))
