"""An account that goes takes along what the service has put at its user's own places, and nothing else there."""

import logging

import pytest

from notesvc import clock, limits
from notesvc.domain.accounts import deletion
from notesvc.domain.storage import leaving
from notesvc.models import LeftPlace, StoragePart, User
from tests.domain.storage.conftest import Elsewhere, key_of

DAY = 86_400


@pytest.fixture
def gone(elsewhere: Elsewhere) -> Elsewhere:
    """The user had files at "one" and moved to "two"; both hold a file of somebody else's, too. The account is gone."""
    elsewhere.upload(b"words")
    for name in ("one", "two"):
        elsewhere.choose(name)
        elsewhere.work()
        elsewhere.place(name).write("notesvc-files/ab/of somebody.txt", b"theirs")
        elsewhere.place(name).write("mine.txt", b"theirs")
    User.update(deletion_at=clock.from_now(-1)).where(User.id == elsewhere.caller.user_id).execute()
    assert deletion.sweep(elsewhere.settings) == 1
    assert StoragePart.select().count() == 0
    return elsewhere


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = clock.later(clock.now(), seconds)
    monkeypatch.setattr(clock, "now", lambda: now)


def test_what_we_have_put_there_goes_and_nothing_else(gone: Elsewhere) -> None:
    assert key_of(b"words") in gone.place("two").files
    leaving.sweep(gone.settings)
    for name in ("one", "two"):
        assert gone.place(name).files.keys() == {"notesvc-files/ab/of somebody.txt", "mine.txt"}
    assert LeftPlace.select().count() == 0


def test_a_place_that_is_away_is_tried_again_and_given_up_in_the_end(
    gone: Elsewhere, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gone.place("one").failure = "unreachable"
    gone.place("two").failure = "timeout"
    leaving.sweep(gone.settings)
    assert LeftPlace.select().count() == 2
    gone.place("one").failure = None
    later(monkeypatch, DAY)
    leaving.sweep(gone.settings)
    assert key_of(b"words") not in gone.place("one").files
    assert LeftPlace.select().count() == 1
    later(monkeypatch, limits.LEFT_PLACE_DAYS * DAY)
    with caplog.at_level(logging.WARNING, "notesvc"):
        leaving.sweep(gone.settings)
    assert LeftPlace.select().count() == 0
    told = [record.fields["event"] for record in caplog.records if hasattr(record, "fields")]
    assert told[-2:] == ["place_not_left", "place_given_up"]


@pytest.mark.parametrize("mark", [None, b"instance other, workspace other"])
def test_a_place_without_our_mark_is_left_alone_at_once(gone: Elsewhere, mark: bytes | None) -> None:
    gone.place("two").delete("notesvc-files/instance.txt")
    if mark is not None:
        gone.place("two").write("notesvc-files/instance.txt", mark)
    before = gone.place("two").files
    leaving.sweep(gone.settings)
    assert gone.place("two").files == before
    assert LeftPlace.select().count() == 0


def test_one_that_is_broken_off_goes_on(gone: Elsewhere) -> None:
    two = gone.place("two")
    two.write(key_of(b"more"), b"more")
    remove = type(two.backend()).remove

    def break_off(backend: object, key: str, *rest: object) -> None:
        remove(backend, key, *rest)  # type: ignore[arg-type]
        two.failure = "unreachable"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(two.backend()), "remove", break_off)
        leaving.sweep(gone.settings)
    two.failure = None
    leaving.sweep(gone.settings)
    assert two.files.keys() == {"notesvc-files/ab/of somebody.txt", "mine.txt"}
