"""Files that are too large for their owner's place: refused where that is known, else they stay here and are named."""

from dataclasses import replace

import pytest

from notesvc import clock, errors
from notesvc.domain.caller import Caller
from notesvc.domain.storage import moves, overview, parts, tidying
from notesvc.domain.storage.target import Target
from notesvc.models import Attachment, StoragePart
from tests.backends.model import SOUND
from tests.domain.storage.conftest import Elsewhere, key_of

DAY = 86_400


@pytest.fixture
def chosen(elsewhere: Elsewhere) -> Elsewhere:
    """Attachments are at the place "one", which takes files of 10 bytes."""
    elsewhere.choose("one")
    elsewhere.work()
    elsewhere.place("one").most = 10
    return elsewhere


def view(found: Elsewhere) -> overview.PartView:
    return overview.of(found.caller.user_id).attachments


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = clock.later(clock.now(), seconds)
    monkeypatch.setattr(clock, "now", lambda: now)
    monkeypatch.setattr(clock, "from_now", lambda after: clock.later(now, after))


def test_a_file_over_the_largest_that_is_known_is_refused_before_it_is_carried(elsewhere: Elsewhere) -> None:
    elsewhere.choose("one")
    elsewhere.work()
    target = Target("attachments", "webdav", address="https://one.example.org", user="u", secret="s")
    parts.put(elsewhere.caller, target, replace(SOUND, largest=10))
    elsewhere.upload(b"ten bytes.")
    with pytest.raises(errors.CapabilityUnsupported, match="at most 10") as refused:
        elsewhere.upload(b"eleven byte", "b.txt")
    assert (refused.value.capability, refused.value.backend) == ("largest_file", "webdav")
    elsewhere.work()
    assert [str(row.name) for row in Attachment.select()] == ["a.txt"]
    assert key_of(b"eleven byte") not in elsewhere.place("one").files


def test_somebody_elses_place_is_no_bound(chosen: Elsewhere, stranger: Caller) -> None:
    chosen.upload(b"eleven byte")
    chosen.work()
    assert chosen.upload(b"twelve bytes", caller=stranger).size == 12


def test_what_the_place_refuses_stays_here_is_named_and_holds_up_nothing(chosen: Elsewhere) -> None:
    large = chosen.upload(b"eleven byte", "large.txt")
    small = chosen.upload(b"small", "small.txt")
    chosen.work()
    found = view(chosen)
    assert (found.state, found.waiting, [each.name for each in found.refused]) == ("ok", 0, ["large.txt"])
    assert chosen.place("one").files[key_of(b"small")] == b"small"
    assert [chosen.read(each) for each in (large, small)] == [b"eleven byte", b"small"]
    with pytest.raises(errors.CapabilityUnsupported):
        chosen.upload(b"also eleven", "b.txt")
    chosen.start_anew()
    chosen.place("one").log.clear()
    chosen.work()
    assert "put" not in [what for what, _ in chosen.place("one").log], "it is not sent each time"


def test_it_is_tried_again_each_day_and_what_is_taken_is_known(
    chosen: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen.upload(b"eleven byte")
    chosen.work()
    chosen.place("one").most = None
    tidying.sweep(chosen.settings)
    chosen.work()
    assert key_of(b"eleven byte") not in chosen.place("one").files
    later(monkeypatch, DAY + 1)
    tidying.sweep(chosen.settings)
    chosen.work()
    assert chosen.place("one").files[key_of(b"eleven byte")] == b"eleven byte"
    assert view(chosen).refused == ()
    chosen.upload(b"larger than before")


def test_who_sets_the_place_again_has_it_tried_at_once(chosen: Elsewhere) -> None:
    chosen.upload(b"eleven byte")
    chosen.work()
    chosen.place("one").most = None
    chosen.choose("one")
    chosen.work()
    assert chosen.place("one").files[key_of(b"eleven byte")] == b"eleven byte"


def test_a_place_before_it_is_left_though_a_file_was_refused_since(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        elsewhere.choose(name)
        elsewhere.work()
    elsewhere.place("two").most = 10
    made = elsewhere.upload(b"eleven byte")
    elsewhere.work()
    # Written anew, it stands behind the other place on Postgres.
    StoragePart.update(kept_until=StoragePart.kept_until).where(StoragePart.standing == "former").execute()
    later(monkeypatch, 31 * DAY)
    tidying.sweep(elsewhere.settings)
    assert elsewhere.place("one").files == {}
    assert elsewhere.read(made) == b"eleven byte"


def test_a_move_names_what_its_target_refuses_and_goes_on_when_it_is_taken(elsewhere: Elsewhere) -> None:
    made = elsewhere.upload(b"eleven byte", "large.txt")
    elsewhere.choose("one")
    elsewhere.place("one").most = 10
    elsewhere.work()
    move = overview.move_of(elsewhere.caller.user_id)
    assert move is not None
    assert (move.state, move.cause, [each.name for each in move.refused]) == ("paused", "too_large", ["large.txt"])
    assert not parts.of(elsewhere.caller.user_id, "attachments").is_elsewhere
    assert elsewhere.read(made) == b"eleven byte"
    elsewhere.place("one").most = None
    moves.start(elsewhere.caller)
    elsewhere.work()
    move = overview.move_of(elsewhere.caller.user_id)
    assert move is not None
    assert (move.state, move.refused) == ("done", ())
    part = StoragePart.get(StoragePart.standing == "current")
    assert part.capabilities["largest"] is None
