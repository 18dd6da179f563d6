"""Attachments, and stored files that none names."""

from urllib.parse import quote

import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table
from notesvc.models.notes import Note


class Attachment(Table):
    """A name for a stored file; files are one per content hash, rows one per upload."""

    owner_id: str
    note_id: str | None
    id = TextField(primary_key=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    note = peewee.ForeignKeyField(Note, field=Note.id, null=True, backref="+", on_delete="SET NULL")
    name = TextField()
    name_key = TextField()
    folder = TextField()
    type = TextField()
    size = BigIntegerField()
    content_hash = TextField()
    created_at = TextField()
    change_number = BigIntegerField()

    class Meta:
        table_name = "attachments"

    @property
    def url(self) -> str:
        """Where the file is served; the name in it is for people, the id alone finds it."""
        return f"/files/{self.id}/{path_segment(str(self.name))}"


def path_segment(name: str) -> str:
    """A file name as one path segment of an address."""
    return quote(name, safe="") or "file"


class NoteAttachment(Table):
    """A file that a note shows to those it is shared with while its text names it.

    `state` is "put"; "awaited" for an upload that no save has named yet; "taken" when its owner has taken it out.
    """

    note_id: str
    attachment_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    attachment = peewee.ForeignKeyField(Attachment, backref="+", on_delete="CASCADE")
    state = TextField()

    class Meta:
        table_name = "note_attachments"
        primary_key = CompositeKey("note", "attachment")


class OrphanedFile(Table):
    """A stored file that no attachment names, and since when."""

    content_hash = TextField(primary_key=True)
    orphaned_at = TextField()

    class Meta:
        table_name = "orphaned_files"
