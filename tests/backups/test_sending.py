"""Backups that go elsewhere: what is sent, what is not sent again, and what is left when it is cut off."""

import os
import random
from collections.abc import Callable

import pytest

from notesvc import clock, file_store
from notesvc.backends.causes import BackendError
from notesvc.backup import BackupError
from notesvc.backups import keeping, place, sealing, sending
from notesvc.backups.place import Place
from notesvc.backups.sealing import WrongPassphraseError
from notesvc.config import Settings
from notesvc.manifest import InvalidBackupError
from notesvc.models import Note, NoteBody
from tests.backends.model import CrashError, Model, ModelBackend, Weather
from tests.backups.conftest import PASSPHRASE, opened
from tests.backups.made import a_file, everything_named_is_there, whole_backups
from tests.conftest import on_sqlite

BUDGET = int(os.environ.get("NOTESVC_TEST_CRASHES", "15"))

pytestmark = on_sqlite


def test_a_backup_is_whole_when_it_is_there(stored: Settings, there: Place) -> None:
    sent = sending.make(stored, there)
    (found,) = whole_backups(there)
    assert found.id == sent.id
    assert found.manifest is not None
    assert found.manifest.rows["notes"] == 3
    assert place.moment_of(sent.id) == found.manifest.made_at
    assert list(stored.backups.iterdir()) == []


def test_an_attachment_is_sent_once(stored: Settings, there: Place, model: Model) -> None:
    made = a_file(b"a second picture")
    first = sending.make(stored, there)
    (named,) = there.pieces(str(made.content_hash), int(made.size))
    again = sending.make(stored, there)
    assert again.objects < first.objects
    assert len([key for what, key in model.log if what == "put" and key.endswith(named)]) == 1


def test_a_large_file_goes_in_pieces(stored: Settings, there: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "PIECE", 1_000)
    a_file(random.Random(1).randbytes(3_500))
    sending.make(stored, there)
    assert max(there.objects().values()) <= sealing.sealed_size(1_001)
    everything_named_is_there(there)
    assert len(there.pieces("ab", 3_500)) == 4
    assert there.pieces("ab", 0) == []


def test_nothing_that_lies_there_tells_what_it_is(stored: Settings, there: Place, model: Model) -> None:
    made = a_file(b"a picture of somebody")
    sending.make(stored, there)
    everything = b"".join([*model.files.values(), *(key.encode() for key in model.files)])
    for secret in (b"backslash", b"picture", str(made.content_hash).encode(), stored.secret_key.encode(), b"notes"):
        assert secret not in everything.replace(b"notesvc.backups", b"")


def test_a_text_that_the_disk_has_changed_stops_nothing_and_is_named(stored: Settings, there: Place) -> None:
    note, file = Note.get(), a_file(b"a good picture")
    NoteBody.update(content="something else").where(NoteBody.note == note.id).execute()
    file_store.path_of(str(file.content_hash)).write_bytes(b"a bad picture!")
    sent = sending.make(stored, there)
    (found,) = whole_backups(there)
    assert found.manifest is not None
    named = {f"the body of note {note.id}", f"the attachment file {file.content_hash}"}
    assert set(found.manifest.damaged) == set(sent.manifest.damaged) == named


@pytest.mark.parametrize("cause", ["full", "unreachable", "forbidden"])
def test_a_place_that_fails_in_the_middle_leaves_no_backup_and_the_next_goes_on(
    stored: Settings, model: Model, monkeypatch: pytest.MonkeyPatch, cause: str
) -> None:
    for number in range(5):
        a_file(f"picture {number}".encode())
    there = opened(model, stored)
    real, puts = Place.put, iter(range(100))

    def put(self: Place, name: str, content: bytes) -> None:
        if next(puts) == 3:
            model.failure = cause
        real(self, name, content)

    monkeypatch.setattr(Place, "put", put)
    with pytest.raises(BackendError) as raised:
        sending.make(stored, there)
    assert raised.value.cause == cause
    model.failure = None
    assert (there.backup_ids(), len(there.objects())) == ([], 3)
    before = there.objects().keys()
    sent = sending.make(stored, there)
    assert sent.objects == len(there.objects()) - len(before)
    everything_named_is_there(there)


def test_a_short_outage_is_waited_for(stored: Settings, model: Model) -> None:
    there = opened(model, stored)
    model.weather = Weather(random.Random(3), outages=0.1)
    sending.make(stored, there)
    model.weather = None
    everything_named_is_there(there)


def test_whatever_ends_it_there_is_a_whole_backup_with_all_that_it_names(
    stored: Settings, model: Model, days_on: Callable[[float], None]
) -> None:
    """Backups and tidying up, cut off at any request, over months."""
    chance = random.Random(5)
    sending.make(stored, opened(model, stored))
    ended = 0
    for number in range(BUDGET):
        days_on(chance.choice([0.2, 1, 1, 1, 3, 8]))
        if chance.random() < 0.5:
            a_file(f"picture {number}".encode())
        model.weather = Weather(chance, crashes=0.05, outages=0.05)
        try:
            there = opened(model, stored)
            sent = sending.make(stored, there)
            keeping.tidy(there, (3, 1, 1), [sent.id] if chance.random() < 0.5 else [])
            ended += 1
        except (CrashError, BackendError):
            pass
        model.weather = None
        everything_named_is_there(opened(model, stored))
    assert 0 < ended < BUDGET
    days_on(9)
    last = opened(model, stored)
    keeping.tidy(last, (1, 0, 0))
    days_on(9)
    keeping.tidy(last, (1, 0, 0))
    (left,) = whole_backups(last)
    assert left.manifest is not None
    assert last.objects().keys() == last.objects_of(left.manifest)


def test_what_killed_processes_left_goes_after_a_day(stored: Settings, there: Place) -> None:
    old, young = stored.backups / ".scratch-old", stored.backups / ".fetched-young"
    for each in (old, young):
        each.mkdir(parents=True)
        (each / "file").touch()
    os.utime(old, (0, 0))
    (stored.backups / "monday").mkdir()
    os.utime(stored.backups / "monday", (0, 0))
    sending.make(stored, there)
    assert {path.name for path in stored.backups.iterdir()} == {".fetched-young", "monday"}


def test_half_an_object_is_sent_again(stored: Settings, there: Place, model: Model) -> None:
    a_file(b"a second picture")
    sending.make(stored, there)
    for key in list(model.files):
        if "/objects/" in key:
            model.write(key, model.files[key][:-5])
    sending.make(stored, there)
    assert whole_backups(there)[-1].manifest is not None


def test_objects_that_are_known_to_be_damaged_are_sent_again(stored: Settings, there: Place, model: Model) -> None:
    sending.make(stored, there)
    damaged = []
    for key in [key for key in model.files if "/objects/" in key]:
        model.write(key, bytes(len(model.files[key])))
        damaged.append(key.rpartition("/")[2])
    sending.make(stored, there, again=damaged)
    assert there.get(there.pieces(*_picture(there))[0])


def test_a_place_that_keeps_not_what_it_took_has_no_backup(
    stored: Settings, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = opened(model, stored)
    real = ModelBackend.put

    def forgets(self: object, key: str, source: object, size: int) -> str:
        return "tag" if "/objects/" in key else real(self, key, source, size)  # type: ignore[arg-type]

    monkeypatch.setattr(ModelBackend, "put", forgets)
    with pytest.raises(BackupError, match="keeps not what it took"):
        sending.make(stored, there)
    assert there.backup_ids() == []


def test_another_passphrase_opens_nothing_and_makes_nothing(stored: Settings, there: Place, model: Model) -> None:
    sending.make(stored, there)
    before = dict(model.files)
    with pytest.raises(WrongPassphraseError):
        opened(model, stored, PASSPHRASE + "!")
    assert model.files == before


def test_two_instances_in_one_place_are_kept_apart(stored: Settings, there: Place, model: Model) -> None:
    sending.make(stored, there)
    other = place.open_place(model.backend(), clock.new_id(), "another passphrase", makes=True)
    assert (other.backup_ids(), other.objects()) == ([], {})
    before = {key: content for key, content in model.files.items() if key.startswith(there.instance_id)}
    assert keeping.tidy(other, (1, 0, 0)) == keeping.Removal((), 0)
    assert before.items() <= model.files.items()
    assert sorted(place.instances(model.backend())) == sorted([there.instance_id, other.instance_id])


def test_a_lost_or_damaged_beginning_is_found_in_the_backups(stored: Settings, there: Place, model: Model) -> None:
    sending.make(stored, there)
    key = f"instances/{there.instance_id}"
    whole = model.files[key]
    for ruined in (None, b"", whole[:-3], whole.replace(b"salt", b"sale")):
        model.delete(key) if ruined is None else model.write(key, ruined)
        found = place.open_place(model.backend(), there.instance_id, PASSPHRASE)
        assert whole_backups(found)
    opened(model, stored)
    assert model.files[key] == whole


def test_where_all_beginnings_are_lost_nothing_is_begun_over_what_is_there(
    stored: Settings, there: Place, model: Model
) -> None:
    sent = sending.make(stored, there)
    model.write(f"instances/{there.instance_id}", b"")
    model.delete(f"{there.instance_id}/backups/{sent.id}")
    before = dict(model.files)
    with pytest.raises(InvalidBackupError, match="no backup"):
        opened(model, stored)
    assert model.files == before


def _picture(there: Place) -> tuple[str, int]:
    found = files_of_newest(there)
    name = next(name for name in found if name.startswith("attachments/"))
    return str(found[name]["sha256"]), int(found[name]["size"])


def files_of_newest(there: Place) -> dict[str, dict[str, str]]:
    """The files of the newest backup."""
    found = there.backup(there.backup_ids()[-1]).manifest
    assert found is not None
    return found.files
