"""One workspace or one note of a backup, brought back beside what is there."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from notesvc import database, file_store, integrity
from notesvc.config import Settings
from notesvc.domain import favourites, folders, history, notes, tags, trash
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.models import Attachment, Folder, Note, NoteBody
from tests.backups.conftest import PASSPHRASE
from tests.backups.made import a_file
from tests.commands import Outcome, call
from tests.conftest import on_sqlite
from tests.process.rows import contents
from tests.service import Service

EMAIL = "ada@example.org"
SECRET = {"NOTESVC_BACKUP_PASSPHRASE": PASSPHRASE}
PICTURE = b"a picture in a note"
# What an import writes besides what it brings: its own report, and what tells others of it.
BESIDE = {
    "event_counters",
    "sqlite_sequence",
    "import_jobs",
    "import_items",
    "events",
    "notifications",
    "audit_events",
    "users",
    "sync_events",
}


@pytest.fixture
def owner(workspace: Settings) -> Caller:
    """Somebody with folders, notes that link each other, a picture and versions."""
    file_store.open_store(workspace.attachments)
    caller = users.caller_of(users.register(email=EMAIL, password="a long password", name="Ada"))
    trash.empty(caller)
    box = folders.create(caller, {"name": "Box"})
    picture = a_file(PICTURE)
    first, _ = notes.create(caller, {"name": "First", "content": "One", "parent_id": str(box.id)})
    text = f"See [[Second]] #tea\n\n![a](/files/{picture.id}/picture.png)"
    notes.change(caller, str(first.id), {"content": text}, "manual")
    notes.create(caller, {"name": "Second", "content": "Two, back to [[First]]"})
    notes.create(caller, {"name": "Third", "content": "Three"})
    favourites.add(caller, str(first.id))
    tags.paint(caller, "tea", "#00ff00")
    return caller


def test_a_workspace_comes_back_in_a_folder_and_nothing_present_changes(
    workspace: Settings, owner: Caller, away: Path
) -> None:
    back_up(workspace, away)
    with database.connection():
        first = note_named("First")
        notes.change(owner, str(first.id), {"content": "Later words"}, "manual")
        trash.delete_note(owner, str(note_named("Third").id))
        before = contents()
    done = restore(workspace, away, "--workspace", EMAIL)
    assert done.returncode == 0, done.stderr
    with database.connection():
        nothing_is_lost(before)
        top = Folder.get(Folder.name.startswith("Restored "))
        assert re.fullmatch(r"Restored \d{4}-\d\d-\d\d", str(top.name))
        back = {str(note.name): note for note in restored_notes(str(top.id))}
        assert {"First", "Second", "Third"} <= back.keys()
        assert Folder.get_by_id(back["First"].parent_id).name == "Box"
        text = str(NoteBody.get(NoteBody.note == back["First"].id).content)
        assert text.startswith("See [[Second]] #tea")
        picture = Attachment.get(Attachment.id == re.search(r"/files/([0-9a-f-]+)/", text)[1])  # type: ignore[index]
        assert file_store.path_of(str(picture.content_hash)).read_bytes() == PICTURE
        assert len(history.versions_of(owner, str(back["First"].id))) == 2
        assert integrity.check(workspace) == []
    assert call(workspace.instance, "check", **url(workspace)).returncode == 0


def test_one_note_comes_back_beside_the_present_one(workspace: Settings, owner: Caller, away: Path) -> None:
    back_up(workspace, away)
    with database.connection():
        first = note_named("First")
        notes.change(owner, str(first.id), {"content": "Later words"}, "manual")
        before, count = contents(), Note.select().count()
    done = restore(workspace, away, "--workspace", EMAIL, "--note", "first")
    assert done.returncode == 0, done.stderr
    with database.connection():
        nothing_is_lost(before)
        assert Note.select().count() == count + 1
        back = Note.get(Note.name.startswith("First (restored "))
        assert back.parent_id == first.parent_id
        assert str(NoteBody.get(NoteBody.note == back.id).content).startswith("See [[Second]]")
        assert Folder.select().where(Folder.name.startswith("Restored")).count() == 0
        assert integrity.check(workspace) == []


@on_sqlite
def test_a_note_that_was_deleted_for_good_comes_back_by_its_id(workspace: Settings, owner: Caller, away: Path) -> None:
    third = note_named("Third")
    back_up(workspace, away)
    with database.connection():
        trash.delete_note(owner, str(third.id))
        trash.erase(owner, str(third.id))
    assert restore(workspace, away, "--workspace", EMAIL, "--note", str(third.id)).returncode == 0
    with database.connection():
        back = Note.get(Note.name.startswith("Third (restored "))
        assert (back.parent_id, NoteBody.get(NoteBody.note == back.id).content) == (None, "Three")


@on_sqlite
def test_the_folder_of_a_backup_will_do(workspace: Settings, owner: Caller, tmp_path: Path) -> None:
    made = tmp_path / "monday"
    call(workspace.instance, "backup", str(made), **url(workspace))
    before = {path: path.read_bytes() for path in made.rglob("*") if path.is_file()}
    for words in ((str(made),), ("--from", str(made))):
        done = call(workspace.instance, "restore", *words, "--workspace", EMAIL, **url(workspace))
        assert done.returncode == 0, done.stderr
    with database.connection():
        names = sorted(str(each.name) for each in Folder.select().where(Folder.name.startswith("Restored")))
        assert [name[20:] for name in names] == ["", "(2)"]
    assert {path: path.read_bytes() for path in made.rglob("*") if path.is_file()} == before


@on_sqlite
def test_what_is_not_there_is_said_in_one_line_and_changes_nothing(
    workspace: Settings, owner: Caller, away: Path
) -> None:
    notes.create(owner, {"name": "Third", "content": "another"})
    back_up(workspace, away)
    with database.connection():
        before = contents()
    for words, said in (
        (("--workspace", "nobody@example.org"), "nobody@example.org"),
        (("--workspace", EMAIL, "--note", "Tenth"), "no note Tenth"),
        (("--workspace", EMAIL, "--note", "Third"), "name one of"),
        (("--workspace", EMAIL, "--at", "2001-01-01T000000000Z"), "no backup 2001"),
        (("--note", "Third"), "--workspace"),
    ):
        done = restore(workspace, away, *words)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert said in done.stderr
    with database.connection():
        assert contents() == before
    assert not list(workspace.imports.glob("*"))


@on_sqlite
def test_an_attachment_that_is_damaged_there_stops_nothing_and_is_named(
    workspace: Settings, owner: Caller, away: Path
) -> None:
    back_up(workspace, away)
    small = min((path for path in away.rglob("*") if "objects" in path.parts and path.is_file()), key=size)
    small.write_bytes(b"damaged")
    done = restore(workspace, away, "--workspace", EMAIL)
    assert done.returncode == 3
    assert "damaged: the attachment file " in done.stdout
    with database.connection():
        top = Folder.get(Folder.name.startswith("Restored "))
        assert len(restored_notes(str(top.id))) >= 3


@on_sqlite
def test_it_works_while_the_service_runs(
    workspace: Settings, owner: Caller, away: Path, start: Callable[..., Service]
) -> None:
    back_up(workspace, away)
    database.disconnect()
    service = start()
    done = call(workspace.instance, "restore", "--from", str(away), "--workspace", EMAIL, **SECRET)
    assert done.returncode == 0, done.stderr
    assert service.status() == 200
    assert service.stop() == 0
    with database.connection():
        assert Folder.get(Folder.name.startswith("Restored "))


def back_up(settings: Settings, away: Path) -> None:
    done = call(settings.instance, "backup", "--to", str(away), **url(settings), **SECRET)
    assert done.returncode == 0, done.stderr


def restore(settings: Settings, away: Path, *words: str) -> Outcome:
    return call(settings.instance, "restore", "--from", str(away), *words, **url(settings), **SECRET)


def note_named(name: str) -> Note:
    found: Note = Note.get(Note.name == name)
    return found


def restored_notes(folder_id: str) -> list[Note]:
    """The notes in the folder and in those in it."""
    below = [folder_id, *(str(each.id) for each in Folder.select().where(Folder.parent == folder_id))]
    return list(Note.select().where(Note.parent.in_(below)))


def nothing_is_lost(before: dict[str, list[tuple[object, ...]]]) -> None:
    """Every row of before is there as it was, but for counters and what tells of the import."""
    now = contents()
    for table in before.keys() - BESIDE:
        assert set(map(repr, before[table])) <= set(map(repr, now[table])), table


def size(path: Path) -> int:
    return path.stat().st_size


def url(settings: Settings) -> dict[str, str]:
    return {"NOTESVC_DATABASE_URL": settings.database_url}
