"""Attachments move from place to place: copied, proven, switched; nothing of them is ever out of reach."""

import pytest

from notesvc import errors, file_store
from notesvc.domain.storage import moves, moving, overview, parts
from notesvc.models import StoragePart
from tests.domain.storage.conftest import Elsewhere, key_of


def state(found: Elsewhere) -> str:
    move = overview.move_of(found.caller.user_id)
    assert move is not None
    return move.state


def place_in_use(found: Elsewhere) -> str:
    part = parts.of(found.caller.user_id, "attachments")
    return "local" if part.address is None else str(part.address).split("//")[1].split(".")[0]


def test_files_go_there_and_back_to_the_service(elsewhere: Elsewhere) -> None:
    made = [elsewhere.upload(each) for each in (b"one", b"two", b"one")]
    elsewhere.choose("one")
    view = overview.of(elsewhere.caller.user_id)
    assert (view.attachments.backend, view.move and view.move.state) == ("webdav", "planned")
    assert place_in_use(elsewhere) == "local"
    elsewhere.work()
    move = overview.move_of(elsewhere.caller.user_id)
    assert move is not None
    assert (move.state, move.done, move.total, move.done_bytes, move.total_bytes) == ("done", 2, 2, 6, 6)
    assert move.kept_until is not None
    assert place_in_use(elsewhere) == "one"
    for content in (b"one", b"two"):
        elsewhere.forget_copy(content)
    assert [elsewhere.read(each) for each in made] == [b"one", b"two", b"one"]
    elsewhere.choose("local")
    for content in (b"one", b"two"):
        elsewhere.forget_copy(content)
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "local")
    elsewhere.place("one").failure = "unreachable"
    assert [elsewhere.read(each) for each in made] == [b"one", b"two", b"one"]


def test_what_is_uploaded_meanwhile_goes_to_the_old_place_and_moves_too(elsewhere: Elsewhere) -> None:
    elsewhere.choose("one")
    elsewhere.work()
    elsewhere.upload(b"first")
    elsewhere.work()
    elsewhere.choose("two")
    move = moves.of(elsewhere.caller.user_id)
    assert move is not None
    while moving.work(move, lambda: True):
        elsewhere.upload(b"meanwhile")
        break
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "two")
    assert {key_of(b"first"), key_of(b"meanwhile")} <= elsewhere.place("two").files.keys()


def test_an_upload_between_the_last_look_and_the_switch_is_no_exception(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.upload(b"first")
    elsewhere.choose("one")
    look = moving._doubt_absent

    def upload_after(target: StoragePart) -> int:
        found = look(target)
        monkeypatch.setattr(moving, "_doubt_absent", look)
        elsewhere.upload(b"late")
        return found

    monkeypatch.setattr(moving, "_doubt_absent", upload_after)
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "one")
    assert elsewhere.place("one").files[key_of(b"late")] == b"late"


def test_a_damaged_source_stops_the_move_and_is_named(elsewhere: Elsewhere) -> None:
    bad, good = elsewhere.upload(b"bad", "bad.txt"), elsewhere.upload(b"good")
    file_store.path_of(str(bad.content_hash)).write_bytes(b"dab")
    elsewhere.choose("one")
    elsewhere.work()
    move = overview.move_of(elsewhere.caller.user_id)
    assert move is not None
    assert (move.state, move.cause, move.done, move.total) == ("paused", "damaged_source", 1, 2)
    assert [(each.id, each.name) for each in move.damaged] == [(bad.id, "bad.txt")]
    assert place_in_use(elsewhere) == "local"
    assert elsewhere.read(good) == b"good"
    elsewhere.upload(b"bad", "bad again.txt")
    moves.start(elsewhere.caller)
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "one")
    elsewhere.forget_copy(b"bad")
    assert elsewhere.read(bad) == b"bad"


def test_what_vanishes_from_the_new_place_before_the_switch_is_brought_again(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.upload(b"words")
    elsewhere.choose("one")
    look = moving._doubt_absent

    def lose_before(target: StoragePart) -> int:
        monkeypatch.setattr(moving, "_doubt_absent", look)
        elsewhere.place("one").delete(key_of(b"words"))
        return look(target)

    monkeypatch.setattr(moving, "_doubt_absent", lose_before)
    elsewhere.work()
    assert state(elsewhere) == "done"
    assert elsewhere.place("one").files[key_of(b"words")] == b"words"


def test_a_move_is_not_done_before_an_upload_of_the_last_moment_is_there(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.upload(b"first")
    elsewhere.choose("one")
    look = moving._doubt_absent

    def upload_after(target: StoragePart) -> int:
        absent = look(target)
        monkeypatch.setattr(moving, "_doubt_absent", look)
        elsewhere.upload(b"last moment")
        elsewhere.place("one").failure = "unreachable"
        return absent

    monkeypatch.setattr(moving, "_doubt_absent", upload_after)
    elsewhere.work()
    assert state(elsewhere) != "done"
    assert place_in_use(elsewhere) == "local"
    elsewhere.place("one").failure = None
    elsewhere.start_anew()
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "one")
    assert elsewhere.place("one").files[key_of(b"last moment")] == b"last moment"


def test_a_move_that_is_cancelled_leaves_what_is_there(elsewhere: Elsewhere) -> None:
    made = elsewhere.upload(b"words")
    elsewhere.choose("one")
    move = moves.of(elsewhere.caller.user_id)
    assert move is not None
    moving.work(move, lambda: False)
    moves.cancel(elsewhere.caller)
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("cancelled", "local")
    assert elsewhere.read(made) == b"words"
    assert key_of(b"words") in elsewhere.place("one").files
    with pytest.raises(errors.NotFound):
        moves.cancel(elsewhere.caller)
    with pytest.raises(errors.InvalidInput):
        moves.start(elsewhere.caller)
    assert overview.of(elsewhere.caller.user_id).attachments.backend == "local"


def test_a_place_that_is_chosen_again_is_looked_at_anew(elsewhere: Elsewhere) -> None:
    made = elsewhere.upload(b"words")
    elsewhere.choose("one")
    elsewhere.work()
    elsewhere.choose("two")
    elsewhere.work()
    elsewhere.forget_copy(b"words")
    elsewhere.place("one").write(key_of(b"words"), b"sword")
    elsewhere.choose("one")
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "one")
    elsewhere.place("two").failure = "unreachable"
    elsewhere.forget_copy(b"words")
    assert elsewhere.read(made) == b"words"
    rows = StoragePart.select().where(StoragePart.owner == elsewhere.caller.user_id)
    found = sorted((str(row.standing), str(row.address or "")) for row in rows)
    assert found == [
        ("current", "https://one.example.org"),
        ("former", ""),
        ("former", "https://two.example.org"),
    ]


def test_a_new_place_that_refuses_pauses_the_move_alone(elsewhere: Elsewhere) -> None:
    made = elsewhere.upload(b"words")
    elsewhere.choose("one")
    elsewhere.place("one").failure = "bad_credentials"
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("paused", "local")
    assert parts.of(elsewhere.caller.user_id, "attachments").state == "ok"
    assert elsewhere.read(made) == b"words"
    elsewhere.place("one").failure = None
    moves.start(elsewhere.caller)
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "one")


def test_a_choice_of_another_target_ends_the_move_to_the_first(elsewhere: Elsewhere) -> None:
    elsewhere.upload(b"words")
    elsewhere.choose("one")
    elsewhere.choose("two")
    elsewhere.work()
    assert (state(elsewhere), place_in_use(elsewhere)) == ("done", "two")
    assert key_of(b"words") not in elsewhere.place("one").files
