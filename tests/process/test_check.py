"""`notesvc check`: damage is found and named, and nothing is repaired that was not asked for."""

import functools
import os
import random
import time
from collections.abc import Callable

import pytest

from notesvc import clock, database, file_store, integrity, sqlite_copy
from notesvc.config import Settings
from notesvc.domain import instance, notes, stored_files
from notesvc.domain.accounts import users
from notesvc.domain.links import lookup
from notesvc.domain.search import index as search_index
from notesvc.models import Attachment, Folder, Note, NoteBody, NoteVersion, User
from notesvc.text import reading
from notesvc.text.search import index_entry
from tests.process import filled


def found(settings: Settings) -> list[str]:
    return [finding.what for finding in integrity.check(settings)]


def test_it_finds_nothing_wrong_in_a_sound_workspace(stored: Settings) -> None:
    assert integrity.check(stored) == []


def test_it_finds_a_text_that_is_not_what_was_saved(stored: Settings) -> None:
    note = Note.get()
    _change(NoteBody.update(content="other").where(NoteBody.note == note.id).execute)
    (finding,) = integrity.check(stored)
    assert (finding.what, finding.where) == ("the text of a note is not what was saved", f"note {note.id}")
    assert finding.next_step
    assert finding.repair is None


def test_it_finds_a_version_that_is_not_what_was_saved(stored: Settings) -> None:
    version = NoteVersion.get()
    _change(NoteVersion.update(content="other").where(NoteVersion.id == version.id).execute)
    assert found(stored) == ["the text of a version is not what was saved"]


@pytest.mark.every_case
@pytest.mark.parametrize(("table", "what"), [(NoteBody, "note"), (NoteVersion, "version")])
def test_it_finds_a_document_that_is_not_what_was_saved(
    stored: Settings, table: type[NoteBody] | type[NoteVersion], what: str
) -> None:
    _change(table.update(rich_content="[]").where(table.note == Note.get().id).execute)
    assert found(stored) == [f"the text of a {what} is not what was saved"]


def test_it_finds_a_note_without_a_text(stored: Settings) -> None:
    _change(NoteBody.delete().where(NoteBody.note == Note.get().id).execute)
    assert found(stored) == ["a note has no text"]


def test_it_finds_a_note_that_search_does_not_know_and_repairs_that(stored: Settings) -> None:
    _change(lambda: search_index.remove(Note.get().number))
    findings = integrity.check(stored)
    assert [finding.what for finding in findings] == ["search does not know a note"]
    assert integrity.repair(findings) == 1
    assert integrity.check(stored) == []
    assert len(search_index.notes_with_phrase(User.get().id, "検索")) == 3


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("DELETE FROM note_links WHERE source_note_id = ?", "links"),
        ("UPDATE note_links SET target_key = 'other' WHERE source_note_id = ?", "links"),
        ("UPDATE notes SET name_key = 'other' WHERE id = ?", "names"),
        ("UPDATE notes SET url_key = 'other' WHERE id = ?", "names"),
        ("DELETE FROM note_aliases WHERE note_id = ?", "names"),
        ("words", "words"),
    ],
)
def test_it_finds_what_is_not_what_a_note_says_and_makes_it_anew(stored: Settings, statement: str, parts: str) -> None:
    with database.connection():
        owner = users.caller_of(User.get())
        fields = {"name": "Plan", "content": "[[Goal]] #tea and words", "properties": {"aliases": ["Scheme"]}}
        note, _ = notes.create(owner, fields)
        goal, _ = notes.create(owner, {"name": "Goal"})
    assert integrity.check(stored) == []
    if statement == "words":
        _change(
            lambda: search_index.replace(
                int(note.number), index_entry.entry("Plan", [], reading.read("other words", 0))
            )
        )
    else:
        _change(lambda: database.execute(statement, (note.id,)))
    findings = integrity.check(stored)
    assert [finding.where for finding in findings] == [f"note {note.id}: {parts}"]
    assert integrity.repair(findings) == 1
    assert integrity.check(stored) == []
    with database.connection():
        found = lookup.of_note(owner, str(note.id))
    assert {(link.kind, link.target_id) for link in found if link.kind == "wiki"} == {("wiki", goal.id)}


def test_it_finds_index_rows_of_notes_that_do_not_exist_and_repairs_that(on_sqlite: Settings) -> None:
    with database.connection():
        _change(lambda: database.execute("INSERT INTO note_search (rowid, title) VALUES (4711, 'gone')"))
        findings = integrity.check(on_sqlite)
        assert [finding.what for finding in findings] == ["search knows a note that does not exist"]
        assert integrity.repair(findings) == 1
        assert integrity.check(on_sqlite) == []


def test_it_finds_links_from_a_note_that_does_not_exist_and_repairs_that(on_sqlite: Settings) -> None:
    with sqlite_copy.open_connection(on_sqlite.database_path, "rw") as other:
        other.execute("PRAGMA foreign_keys = 0")
        columns = "source_note_id, kind, target_label, target_key, owner_id"
        other.execute(f"INSERT INTO note_links ({columns}) VALUES ('gone', 'tag', 'tea', 'tea', 'nobody')")
    findings = integrity.check(on_sqlite)
    assert [finding.what for finding in findings] == [
        "the database file is damaged",
        "links come from a note that does not exist",
    ]
    assert integrity.repair(findings) == 1
    assert integrity.check(on_sqlite) == []


def test_it_finds_a_folder_that_is_its_own_ancestor(stored: Settings) -> None:
    inner = Folder.get(Folder.parent.is_null(False))
    _change(Folder.update(parent=inner.id).where(Folder.id == inner.parent_id).execute)
    assert found(stored) == ["a folder is its own ancestor"] * 2


def test_it_finds_what_lies_in_a_deleted_folder(stored: Settings) -> None:
    outer = Folder.get(Folder.parent.is_null())
    _change(Folder.update(deleted_at=clock.now()).where(Folder.id == outer.id).execute)
    assert found(stored) == ["a folder lies in a deleted one"]
    _change(Folder.update(deleted_at=clock.now()).execute)
    assert found(stored) == ["a note lies in a deleted folder"] * 3


def test_it_finds_a_day_with_two_journal_entries(on_sqlite: Settings) -> None:
    with sqlite_copy.open_connection(on_sqlite.database_path, "rw") as other:
        other.execute("DROP INDEX notes_journal")
        other.execute("UPDATE notes SET journal_date = '2026-11-21' WHERE number < 3")
    assert found(on_sqlite) == ["a day has several journal entries"]


def test_it_finds_an_attachment_whose_file_is_missing_or_damaged(stored: Settings) -> None:
    path = file_store.path_of(Attachment.get().content_hash)
    path.write_bytes(b"another picture")
    assert found(stored) == ["a stored file is damaged"]
    path.unlink()
    assert found(stored) == ["a stored file is missing"]


def test_what_an_upload_left_that_was_broken_off_goes_when_it_is_old(stored: Settings) -> None:
    stray = stored.attachments / ".new-abc"
    stray.write_bytes(b"half of an upload")
    stored_files.sweep(stored)
    assert stray.exists()
    old = time.time() - 3 * 86_400
    os.utime(stray, (old, old))
    stored_files.sweep(stored)
    assert not stray.exists()


def test_it_finds_a_schema_of_another_version(on_sqlite: Settings) -> None:
    with sqlite_copy.open_connection(on_sqlite.database_path, "rw") as other:
        other.execute("INSERT INTO schema_migration (name, applied) VALUES ('9999_later', '2030-01-01')")
    assert found(on_sqlite) == ["the database does not fit this version of notesvc"]


def test_no_flipped_bit_of_the_file_changes_a_text_unnoticed(on_sqlite: Settings) -> None:
    with database.connection():
        _change(lambda: [filled.note(User.get(), f"{filled.TEXT} " * 40) for _ in range(20)])
        sound = _texts()
    database.disconnect()
    # Alone in one file, without a log that would heal what is flipped here.
    with sqlite_copy.open_connection(on_sqlite.database_path, "rw") as alone:
        alone.execute("PRAGMA journal_mode = delete")
    whole, dice, reported = on_sqlite.database_path.read_bytes(), random.Random(6), 0
    for _ in range(60):
        on_sqlite.database_path.write_bytes(_flipped(whole, dice))
        findings = integrity.check(on_sqlite)
        reported += bool(findings)
        assert findings or _texts() == sound
        assert all(finding.next_step for finding in findings)
        database.disconnect()
    # Many bytes of so young a file are free; the rest means something.
    assert reported > 5


def test_the_next_check_comes_a_day_after_the_last_and_never_right_after_a_start(stored: Settings) -> None:
    day = 86_400.0
    assert integrity.seconds_until_due(day) == 60
    integrity.remember_check()
    assert day - 60 < integrity.seconds_until_due(day) <= day
    with database.transaction():
        instance.remember("checked_at", clock.from_now(-2 * day))
    assert integrity.seconds_until_due(day) == 60


def _texts() -> list[tuple[str, str]]:
    with database.connection():
        return sorted((row.note_id, row.content) for row in NoteBody.select())


def _flipped(whole: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(whole))
    return whole[:place] + bytes([whole[place] ^ (1 << dice.randrange(8))]) + whole[place + 1 :]


def _change(do: Callable[[], object]) -> None:
    with database.transaction():
        do()


def test_a_connection_that_ended_is_no_damage(stored: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    if stored.is_sqlite:
        return
    ended: list[int] = []

    def ends(times: int) -> list[integrity.Finding]:
        if len(ended) < times:
            ended.append(1)
            database.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return []

    monkeypatch.setattr(integrity, "CHECKS", (functools.partial(ends, 1),))
    assert integrity.check(stored) == []
    monkeypatch.setattr(integrity, "CHECKS", (functools.partial(ends, 100),))
    [finding] = integrity.check(stored)
    assert finding.what == "the database could not be asked"
    assert "restore" not in finding.next_step
