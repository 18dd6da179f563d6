"""What looks after files elsewhere: copies that make room, sweeps of places, checks and backups."""

from pathlib import Path

import pytest

from notesvc import backup, clock, file_store, limits, manifest, place_findings
from notesvc.domain.caller import Caller
from notesvc.domain.storage import copies, tidying
from notesvc.integrity import _stored_files
from notesvc.models import Attachment
from tests.domain.storage.conftest import Elsewhere, is_here, key_of

DAY = 86_400


@pytest.fixture
def chosen(elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """Attachments are at the place "one", long enough that nothing is kept here for its own sake."""
    elsewhere.choose("one")
    elsewhere.work()
    later(monkeypatch, 40 * DAY)
    tidying.sweep(elsewhere.settings)
    monkeypatch.setattr(limits, "COPY_SECONDS", -1)
    monkeypatch.setattr(limits, "MAX_FILE_CACHE", 10)
    return elsewhere


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = clock.later(clock.now(), seconds)
    monkeypatch.setattr(clock, "now", lambda: now)
    monkeypatch.setattr(clock, "from_now", lambda after: clock.later(now, after))


def test_copies_go_when_they_take_too_much_and_nobody_needs_them_here(chosen: Elsewhere, stranger: Caller) -> None:
    for content in (b"first one", b"second one", b"shared one"):
        chosen.upload(content)
    chosen.upload(b"shared one", caller=stranger)
    chosen.work()
    chosen.upload(b"one that waits")
    assert copies.sweep(chosen.settings) == 1
    assert [is_here(each) for each in (b"first one", b"second one", b"shared one", b"one that waits")].count(True) == 3
    assert is_here(b"shared one")
    assert is_here(b"one that waits")


def test_no_copy_goes_while_a_backup_runs(chosen: Elsewhere) -> None:
    for content in (b"first one", b"second one"):
        chosen.upload(content)
    chosen.work()
    with file_store.alone(copies.LOCK, shared=True):
        assert copies.sweep(chosen.settings) == 0
    assert copies.sweep(chosen.settings) == 1


def test_what_nothing_names_goes_from_its_place_after_weeks(chosen: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, gone = chosen.upload(b"kept"), chosen.upload(b"gone")
    chosen.work()
    chosen.place("one").write("notesvc-files/ab/of somebody.txt", b"theirs")
    chosen.place("one").write("elsewhere.txt", b"theirs")
    Attachment.delete().where(Attachment.id == gone.id).execute()
    tidying.sweep(chosen.settings)
    assert key_of(b"gone") in chosen.place("one").files
    later(monkeypatch, (limits.ORPHANED_FILE_DAYS + 1) * DAY)
    tidying.sweep(chosen.settings)
    assert key_of(b"gone") not in chosen.place("one").files
    assert {key_of(b"kept"), "elsewhere.txt", "notesvc-files/ab/of somebody.txt"} <= chosen.place("one").files.keys()
    assert chosen.read(kept) == b"kept"


def test_a_place_is_left_when_its_time_is_over(elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    made = elsewhere.upload(b"words")
    for name in ("one", "two"):
        elsewhere.choose(name)
        elsewhere.work()
    tidying.sweep(elsewhere.settings)
    assert key_of(b"words") in elsewhere.place("one").files
    later(monkeypatch, (limits.FORMER_PLACE_DAYS + 1) * DAY)
    tidying.sweep(elsewhere.settings)
    assert elsewhere.place("one").files == {}
    assert elsewhere.read(made) == b"words"


def test_a_former_place_is_not_emptied_of_what_the_new_one_has_lost(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = elsewhere.upload(b"words")
    for name in ("one", "two"):
        elsewhere.choose(name)
        elsewhere.work()
    elsewhere.forget_copy(b"words")
    elsewhere.place("two").delete(key_of(b"words"))
    later(monkeypatch, (limits.FORMER_PLACE_DAYS + 1) * DAY)
    tidying.sweep(elsewhere.settings)
    assert elsewhere.place("one").files[key_of(b"words")] == b"words"
    elsewhere.work()
    assert elsewhere.place("two").files[key_of(b"words")] == b"words"
    tidying.sweep(elsewhere.settings)
    assert elsewhere.place("one").files == {}
    assert elsewhere.read(made) == b"words"


def test_a_former_place_is_not_emptied_while_the_new_one_is_away(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.upload(b"words")
    for name in ("one", "two"):
        elsewhere.choose(name)
        elsewhere.work()
    elsewhere.place("two").failure = "unreachable"
    later(monkeypatch, (limits.FORMER_PLACE_DAYS + 1) * DAY)
    tidying.sweep(elsewhere.settings)
    assert key_of(b"words") in elsewhere.place("one").files


def test_a_former_place_is_not_emptied_of_what_the_disk_here_has_lost(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = elsewhere.upload(b"words")
    for name in ("one", "local"):
        elsewhere.choose(name)
        elsewhere.work()
    elsewhere.forget_copy(b"words")
    later(monkeypatch, (limits.FORMER_PLACE_DAYS + 1) * DAY)
    tidying.sweep(elsewhere.settings)
    assert key_of(b"words") in elsewhere.place("one").files
    assert elsewhere.read(made) == b"words"


def test_what_somebody_removes_there_is_brought_again(chosen: Elsewhere) -> None:
    chosen.upload(b"words")
    chosen.work()
    chosen.place("one").delete(key_of(b"words"))
    tidying.sweep(chosen.settings)
    chosen.work()
    assert chosen.place("one").files[key_of(b"words")] == b"words"


def test_a_check_looks_at_places_and_a_backup_tells_what_it_has_not(chosen: Elsewhere, tmp_path: Path) -> None:
    for content in (b"words", b"more"):
        chosen.upload(content)
    chosen.work()
    chosen.forget_copy(b"words")
    assert list(_stored_files()) == []
    assert place_findings.look(chosen.settings) == []
    backup.make(chosen.settings, tmp_path / "backup")
    made = manifest.read(tmp_path / "backup")
    (absent,) = made.elsewhere
    assert (absent["sha256"], absent["where"]) == (
        key_of(b"words").rpartition("/")[2],
        "webdav https://one.example.org",
    )
    assert len(made.attachments) == 1
    chosen.place("one").write(key_of(b"words"), b"sword")
    assert place_findings.look(chosen.settings) == []
    assert len(place_findings.look(chosen.settings, is_deep=True)) == 1
    chosen.place("one").delete(key_of(b"words"))
    (finding,) = place_findings.look(chosen.settings)
    assert "not at its place" in finding.what
    chosen.place("one").failure = "unreachable"
    (finding,) = place_findings.look(chosen.settings)
    assert "cannot be asked" in finding.what
