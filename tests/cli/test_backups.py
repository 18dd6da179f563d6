"""`notesvc backup` and `notesvc restore` of a folder: what they say, and what they do only when told to."""

from pathlib import Path

from notesvc import backup, database, file_store, manifest
from notesvc.config import Settings
from notesvc.models import Attachment, Note, NoteBody, NoteVersion
from tests.commands import call


def test_a_backup_says_where_it_is_and_what_it_counts(on_sqlite: Settings, target: Path) -> None:
    done = call(on_sqlite.instance, "backup", str(target))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{target}: 1 accounts, 2 folders, 3 notes, 3 versions, 1 files")


def test_damage_stops_no_backup_of_the_rest_and_is_named(stored: Settings, target: Path) -> None:
    note, version, file = Note.get(), NoteVersion.get(), Attachment.get().content_hash
    with database.transaction():
        NoteBody.update(content="something else").where(NoteBody.note == note.id).execute()
        NoteVersion.update(rich_content="[]").where(NoteVersion.id == version.id).execute()
    file_store.path_of(file).write_bytes(b"a pictures")
    made = call(stored.instance, "backup", str(target), NOTESVC_DATABASE_URL=stored.database_url)
    assert made.returncode == 3, made.stderr
    assert f"damaged: the body of note {note.id}\n" in made.stdout
    assert f"damaged: version {version.id}\n" in made.stdout
    assert f"damaged: the attachment file {file}\n" in made.stdout
    assert made.stderr.count("\n") == 1
    assert manifest.read(target).rows["notes"] == 3


def test_a_restore_replaces_nothing_without_being_told_to(on_sqlite: Settings, target: Path) -> None:
    backup.make(on_sqlite, target)
    refused = call(on_sqlite.instance, "restore", str(target))
    assert (refused.returncode, "--yes" in refused.stderr) == (1, True)
    assert list(on_sqlite.instance.glob("before-restore-*")) == []
    assert call(on_sqlite.instance, "restore", str(target), "--yes").returncode == 0
    assert len(list(on_sqlite.instance.glob("before-restore-*"))) == 1
