"""Uploads go to their place, wait while it is away, and are read from it."""

import threading

import pytest

from notesvc import clock, database, errors, file_store
from notesvc.domain.caller import Caller
from notesvc.domain.storage import fetching, moves, parts, placed_files
from notesvc.models import Notification, PlacedFile
from tests.domain.storage.conftest import Elsewhere, key_of


@pytest.fixture
def chosen(elsewhere: Elsewhere) -> Elsewhere:
    """Attachments are at the place "one"."""
    elsewhere.choose("one")
    elsewhere.work()
    assert parts.of(elsewhere.caller.user_id, "attachments").backend == "webdav"
    return elsewhere


def waiting(found: Elsewhere) -> int:
    part = parts.of(found.caller.user_id, "attachments")
    return placed_files.count_unproven(str(part.id), found.caller.user_id)


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = clock.from_now(seconds)
    monkeypatch.setattr(clock, "now", lambda: now)


def test_an_upload_is_carried_to_its_place_and_read_from_there(chosen: Elsewhere) -> None:
    made = chosen.upload(b"words")
    assert waiting(chosen) == 1
    assert chosen.read(made) == b"words"
    chosen.work()
    assert waiting(chosen) == 0
    assert chosen.place("one").files[key_of(b"words")] == b"words"
    chosen.forget_copy(b"words")
    assert chosen.read(made) == b"words"
    chosen.place("one").failure = "unreachable"
    assert chosen.read(made) == b"words", "the copy that was fetched stays"


def test_what_lies_there_already_is_not_sent_again(chosen: Elsewhere) -> None:
    chosen.upload(b"words")
    chosen.work()
    PlacedFile.delete().execute()
    chosen.start_anew()
    chosen.place("one").log.clear()
    chosen.work()
    assert waiting(chosen) == 0
    assert [what for what, _ in chosen.place("one").log if what == "put"] == []


def test_a_place_that_does_not_answer_is_told_and_uploads_wait(
    chosen: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen.place("one").failure = "unreachable"
    made = chosen.upload(b"words")
    chosen.work()
    part = parts.of(chosen.caller.user_id, "attachments")
    assert (part.state, part.cause, waiting(chosen)) == ("behind", "unreachable", 1)
    assert chosen.read(made) == b"words"
    chosen.place("one").failure = None
    chosen.work()
    assert waiting(chosen) == 1, "it is not asked again at once"
    later(monkeypatch, 61)
    chosen.work()
    part = parts.of(chosen.caller.user_id, "attachments")
    assert (part.state, part.since, waiting(chosen)) == ("ok", None, 0)


def test_credentials_that_are_refused_pause_and_are_told_once(
    chosen: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen.place("one").failure = "bad_credentials"
    chosen.upload(b"words")
    chosen.work()
    for days in (1, 2):
        later(monkeypatch, days * 86_400)
        chosen.start_anew()
        chosen.work()
    part = parts.of(chosen.caller.user_id, "attachments")
    assert (part.state, part.cause) == ("paused", "bad_credentials")
    told = [row.facts for row in Notification.select().where(Notification.kind == "security")]
    assert len(told) == 1
    chosen.place("one").failure = None
    chosen.work()
    assert waiting(chosen) == 1
    chosen.choose("one")
    chosen.work()
    assert (waiting(chosen), parts.of(chosen.caller.user_id, "attachments").state) == (0, "ok")


def test_a_place_that_is_full_pauses_and_is_tried_again(chosen: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen.place("one").failure = "full"
    chosen.upload(b"words")
    chosen.work()
    assert parts.of(chosen.caller.user_id, "attachments").state == "paused"
    chosen.place("one").failure = None
    later(monkeypatch, 61)
    chosen.work()
    assert (waiting(chosen), parts.of(chosen.caller.user_id, "attachments").state) == (0, "ok")


def test_an_unreachable_place_is_our_trouble_and_never_a_wrong_byte(chosen: Elsewhere) -> None:
    made = chosen.upload(b"words")
    chosen.work()
    chosen.forget_copy(b"words")
    chosen.place("one").failure = "timeout"
    with pytest.raises(errors.Busy, match="own storage"):
        chosen.read(made)
    chosen.start_anew()
    chosen.place("one").failure = None
    chosen.place("one").write(key_of(b"words"), b"sword")
    with pytest.raises(errors.Busy, match="not what was put"):
        chosen.read(made)
    assert not file_store.path_of(str(made.content_hash)).exists()
    chosen.place("one").delete(key_of(b"words"))
    with pytest.raises(FileNotFoundError):
        chosen.read(made)


def test_another_instances_place_is_refused_and_nothing_is_put_there(chosen: Elsewhere, stranger: Caller) -> None:
    chosen.place("one").write("notesvc-files/instance.txt", b"instance other, workspace other")
    chosen.upload(b"words")
    chosen.work()
    part = parts.of(chosen.caller.user_id, "attachments")
    assert (part.state, part.cause) == ("paused", "other_marker")
    assert key_of(b"words") not in chosen.place("one").files


def test_a_place_whose_marker_is_gone_is_not_believed(chosen: Elsewhere) -> None:
    chosen.place("one").stored.clear()
    chosen.upload(b"words")
    chosen.work()
    part = parts.of(chosen.caller.user_id, "attachments")
    assert (part.state, part.cause) == ("paused", "no_marker")


def test_several_who_want_a_file_wait_for_one_fetch(chosen: Elsewhere) -> None:
    chosen.upload(b"words")
    chosen.work()
    chosen.forget_copy(b"words")
    chosen.place("one").log.clear()
    owner_id, content_hash = chosen.caller.user_id, key_of(b"words").rpartition("/")[2]
    threads = [threading.Thread(target=fetch_in_thread, args=(owner_id, content_hash)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [key for what, key in chosen.place("one").log if what == "open" and "instance" not in key] == [
        key_of(b"words")
    ]


def fetch_in_thread(owner_id: str, content_hash: str) -> None:
    with database.connection():
        assert fetching.path_of(owner_id, content_hash).read_bytes() == b"words"
    database.disconnect()


def test_somebody_elses_files_are_not_carried(chosen: Elsewhere, stranger: Caller) -> None:
    chosen.upload(b"theirs", caller=stranger)
    chosen.work()
    assert key_of(b"theirs") not in chosen.place("one").files
    assert moves.of(stranger.user_id) is None
