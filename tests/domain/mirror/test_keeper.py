"""The worker: when it looks, what it does after failures, and what its owner is told."""

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from notesvc import database, errors
from notesvc.backends.backend import Entry
from notesvc.domain import notes, policy
from notesvc.domain.caller import Caller
from notesvc.domain.mirror.keeper import Keeper
from notesvc.domain.storage import mirror_status, opening, parts
from notesvc.models import Note, Notification, StoragePart
from tests.backends.model import BLIND, SOUND, Capabilities, Model, ModelBackend
from tests.conftest import on_sqlite
from tests.domain.conftest import MakeNote
from tests.domain.mirror.rig import Rig

_FOLDER = replace(SOUND, replaces="swap")


class Hours:
    """The worker's clock."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def work(hours: Hours) -> Callable[[float], bool]:
    """So many seconds later the worker has its turn."""
    keeper = Keeper(hours)

    def later(seconds: float) -> bool:
        hours.seconds += seconds
        return keeper.work_some(lambda: False)

    return later


@pytest.fixture
def kept(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """A mirror at the model place, as the configuration has it."""
    monkeypatch.setitem(opening.OPENERS, "s3", lambda *_: rig.place.backend())
    set_up(rig, "s3", rig.place.capabilities)
    return rig


def set_up(rig: Rig, backend: str, capabilities: Capabilities) -> None:
    fields = {"backend": backend, "mode": "two_way", "capabilities": asdict(capabilities)}
    StoragePart.update(fields).where(StoragePart.id == rig.part_id).execute()


def part_of(caller: Caller) -> StoragePart:
    return parts.of(caller.user_id, "mirror")


def test_it_looks_every_minute_and_writes_soon_after_a_change(
    kept: Rig, make_note: MakeNote, work: Callable[[float], bool]
) -> None:
    assert work(0) is True
    assert work(10) is False
    make_note("Plan", "text")
    assert mirror_status.of(kept.caller.user_id).waiting == 1
    assert work(10) is True
    assert kept.files() == {"Plan.md": "text"}
    assert mirror_status.of(kept.caller.user_id).waiting == 0
    kept.edit("Plan.md", "text", "their text")
    assert work(10) is False
    assert work(40) is True
    assert kept.notes() == {"Plan": "their text"}


def test_an_outage_leaves_it_behind_and_the_next_rounds_wait_longer(
    kept: Rig, make_note: MakeNote, work: Callable[[float], bool]
) -> None:
    work(0)
    kept.place.failure = "unreachable"
    make_note("Plan", "text")
    work(60)
    part = part_of(kept.caller)
    assert (part.state, part.cause) == ("behind", "unreachable")
    assert part.since is not None
    assert work(60) is False
    assert mirror_status.of(kept.caller.user_id).waiting == 1


def test_refused_credentials_stop_it_and_are_told_once(kept: Rig, work: Callable[[float], bool]) -> None:
    work(0)
    kept.place.failure = "bad_credentials"
    work(60)
    work(60)
    assert part_of(kept.caller).state == "paused"
    assert Notification.select().where(Notification.kind == "security").count() == 1
    kept.place.failure = None
    assert work(3_600) is False
    mirror_status.accept(kept.caller)
    assert work(1) is True
    assert part_of(kept.caller).state == "ok"
    with pytest.raises(errors.NotFound):
        mirror_status.accept(kept.caller)


def test_a_full_place_is_still_read(
    kept: Rig, make_note: MakeNote, work: Callable[[float], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    note = make_note("Plan", "one\n\ntwo\n")
    work(0)

    def refuse(self: Model, key: str, content: bytes) -> None:
        raise opening.BackendError("full")

    with monkeypatch.context() as patch:
        patch.setattr(type(kept.place.backend()), "_write", refuse)
        notes.change(kept.caller, str(note.id), {"content": "one here\n\ntwo\n"})
        work(60)
        assert part_of(kept.caller).cause == "full"
        kept.edit("Plan.md", "two", "two there")
        work(60)
    assert kept.notes() == {"Plan": "one here\n\ntwo there\n"}
    work(1_000)
    assert kept.files() == {"Plan.md": "one here\n\ntwo there\n"}


def test_it_does_not_read_in_where_writes_of_others_go_unnoticed(
    kept: Rig, make_note: MakeNote, work: Callable[[float], bool]
) -> None:
    set_up(kept, "s3", BLIND)
    make_note("Plan", "text")
    work(0)
    kept.edit("Plan.md", "text", "theirs")
    work(60)
    assert kept.notes() == {"Plan": "text"}


def test_a_pause_says_what_it_is_about(kept: Rig, make_note: MakeNote, work: Callable[[float], bool]) -> None:
    for number in range(8):
        make_note(f"n{number}", "text")
    work(0)
    for number in range(5):
        kept.place.delete(f"n{number}.md")
    work(60)
    work(60)
    pause = mirror_status.of(kept.caller.user_id).pause
    assert pause is not None
    assert (pause.reason, pause.count, pause.names[0]) == ("deletions", 5, "n0")
    mirror_status.accept(kept.caller)
    work(1)
    assert Note.select().where(Note.deleted_at.is_null()).count() == 3


@pytest.mark.parametrize("kind", ["postgres"])
def test_two_processes_have_no_round_of_one_user_at_the_same_time(kept: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []

    def work_elsewhere() -> None:
        with database.connection():
            found.append(Keeper().work_some(lambda: False))
        database.disconnect()

    def work_beside() -> None:
        thread = threading.Thread(target=work_elsewhere)
        thread.start()
        thread.join()

    entries = ModelBackend.entries

    def listed_meanwhile(self: ModelBackend, prefix: str = "") -> Iterator[Entry]:
        if not found:
            work_beside()
        return entries(self, prefix)

    monkeypatch.setattr(ModelBackend, "entries", listed_meanwhile)
    assert Keeper().work_some(lambda: False) is True
    assert found == [False]
    work_beside()
    assert found == [False, True]


def test_a_folder_in_anothers_mirror_is_refused(
    kept: Rig, stranger: Caller, make_note: MakeNote, work: Callable[[float], bool]
) -> None:
    inner = Rig(stranger, kept.place)
    set_up(inner, "s3", SOUND)
    address = {"address": "https://s3.example.org", "bucket": "notes"}
    StoragePart.update(address | {"prefix": "a"}).where(StoragePart.id == kept.part_id).execute()
    StoragePart.update(address | {"prefix": "a/b"}).where(StoragePart.id == inner.part_id).execute()
    make_note("Plan", "text")
    work(0)
    assert part_of(kept.caller).state == "ok"
    assert part_of(stranger).state == "paused"


def save_in_place(path: Path, text: str) -> None:
    path.write_text(text)


def save_by_rename(path: Path, text: str) -> None:
    beside = path.with_name(".new")
    beside.write_text(text)
    os.rename(beside, path)


def save_by_deleting(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text)


@pytest.mark.parametrize("save", [save_in_place, save_by_rename, save_by_deleting])
@on_sqlite
def test_editors_save_in_their_ways_in_a_folder_of_the_machine(
    rig: Rig,
    make_note: MakeNote,
    work: Callable[[float], bool],
    tmp_path: Path,
    save: Callable[[Path, str], None],
) -> None:
    root = tmp_path / "mirrors"
    root.mkdir()
    policy.open_policy(replace(policy.current(), mirror_root=root))
    set_up(rig, "folder", _FOLDER)
    note = make_note("Plan", "text\n")
    work(0)
    path = root / rig.caller.user_id / "Plan.md"
    for number in range(5):
        save(path, path.read_text().replace("---\n", f"---\nround: {number}\n", 1).replace("text", f"text {number}"))
        work(60)
        path.write_text(path.read_text().replace(f"round: {number}\n", ""))
        work(60)
    assert rig.notes() == {"Plan": "text 4 3 2 1 0\n"}
    notes.change(rig.caller, str(note.id), {"name": "Project"})
    work(60)
    assert sorted(each.name for each in path.parent.glob("*")) == [".notesvc", "Project.md"]
