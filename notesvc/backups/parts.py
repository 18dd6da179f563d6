"""One workspace of a backup, or one note of it, as an archive that an import brings in beside what is there."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from notesvc import clock, database, durable, errors
from notesvc.backups import scratch
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, zip_archive
from notesvc.manifest import Manifest, Report
from notesvc.models import Attachment, Favourite, Folder, Note, NoteBody, Person, Tag, User
from notesvc.text.fold import title_key

FetchFiles = Callable[[set[str]], object]
"""Has the attachments of these hashes in the folder of the backup, as far as they can be had."""

_DATABASE_FILES = ("attachments/", "secret_key")


@dataclass(frozen=True)
class Part:
    """What was taken out of a backup: which note, if one alone; and what the backup does not have as it was saved."""

    note_id: str | None
    damaged: tuple[str, ...]


@dataclass(frozen=True)
class Selection:
    """Whose workspace, by id or else by address; `note`: only that one, by its id or title. `into` is the archive."""

    user_id: str
    email: str
    note: str | None
    into: Path
    fetch_files: FetchFiles


def is_of_database(name: str) -> bool:
    """Whether a file of a backup is needed to look at its notes."""
    return not name.startswith(_DATABASE_FILES)


def take_out(settings: Settings, source: Path, found: Manifest, wanted: Selection, report: Report = str) -> Part:
    """Write the archive of the workspace, or of one note of it, from the backup in the folder `source`.

    Raises RestoreError for a backup that does not fit; InvalidInput for a user or a note that it does not have.
    """
    with scratch.open_backup(settings, source, found, report):
        caller = _caller(wanted)
        # The favourites of today stay as they are.
        Favourite.delete().where(Favourite.user == caller.user_id).execute()
        note = None if wanted.note is None else _note(caller, wanted.note)
        if note is not None:
            _narrow(caller, note, found.made_at[:10])
        hashes = {str(row.content_hash) for row in Attachment.select().where(Attachment.owner == caller.user_id)}
        wanted.fetch_files(hashes)
        report("writing the archive")
        begun = export.begin(caller, None, wants_versions=True)
        durable.write_pieces(wanted.into, zip_archive.pieces(begun))
    lost = [f"{each['kind']} {each['id']} ({each['name']})" for each in begun.damage.as_list()]
    lost += [f"the attachment file {each}" for each in sorted(hashes) if not _is_there(source, each)]
    return Part(str(note.id) if note else None, tuple(lost))


def _caller(wanted: Selection) -> Caller:
    user = User.get_or_none(User.id == wanted.user_id)
    user = user or User.get_or_none(User.email_key == users.key_of(wanted.email))
    if user is None:
        raise errors.InvalidInput("--workspace", f"the backup has no workspace of {wanted.email}")
    return users.caller_of(user)


def _note(caller: Caller, wanted: str) -> Note:
    """The note of that id or title; one in the trash where no other is called so. Raises InvalidInput."""
    mine = Note.owner == caller.user_id
    named = list(Note.select().where(mine & ((Note.id == wanted) | (Note.name_key == title_key(wanted)))))
    found = [note for note in named if note.deleted_at is None] or named
    if not found:
        raise errors.InvalidInput("--note", f"the backup has no note {wanted}")
    if len(found) > 1:
        ids = ", ".join(str(note.id) for note in found)
        raise errors.InvalidInput("--note", f"several notes of the backup are called {wanted}: name one of {ids}")
    return found[0]


def _narrow(caller: Caller, note: Note, day: str) -> None:
    """Have the scratch database hold that note alone, at the top, under a name that tells where it is from."""
    owner, mine = caller.user_id, Note.owner == caller.user_id
    name = f"{note.name} (restored {day})"
    body = str(NoteBody.get(NoteBody.note == note.id).content)
    with database.transaction():
        Note.update(deleted_at=clock.now()).where(mine & (Note.id != note.id)).execute()
        Note.update(deleted_at=None, parent_id=None, name=name, name_key=title_key(name)).where(
            Note.id == note.id
        ).execute()
        Folder.update(deleted_at=clock.now()).where(Folder.owner == owner).execute()
        for table in (Person, Tag):
            table.delete().where(table.owner == owner).execute()
        for file in Attachment.select().where(Attachment.owner == owner):
            if str(file.note_id) != str(note.id) and f"/files/{file.id}/" not in body:
                Attachment.delete().where(Attachment.id == file.id).execute()


def _is_there(source: Path, content_hash: str) -> bool:
    return (source / "attachments" / content_hash[:2] / content_hash).is_file()
