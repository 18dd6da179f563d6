"""Versions of notes, and their authors."""

from typing import Any

import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table
from notesvc.models.notes import Note


class NoteVersion(Table):
    """A snapshot; `number` orders those of a note, clocks do not."""

    note_id: str
    number = peewee.BigAutoField()
    id = TextField(unique=True)
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    name = TextField()
    content_hash = TextField()
    reason = TextField()
    origin = TextField()
    author_id = TextField(null=True)
    size = BigIntegerField()
    created_at = TextField()
    content = TextField()
    rich_content = TextField(null=True)
    rich_hash = TextField(null=True)

    class Meta:
        table_name = "note_versions"

    @classmethod
    def without_texts(cls) -> Any:
        """A query of all but the texts, which are long."""
        return cls.select(*(field for field in cls._meta.sorted_fields if field not in (cls.content, cls.rich_content)))


class NoteVersionAuthor(Table):
    """Somebody whose words a room's save brought into a version."""

    version_id: str
    user_id: str
    version = peewee.ForeignKeyField(NoteVersion, field=NoteVersion.id, backref="+", on_delete="CASCADE")
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")

    class Meta:
        table_name = "note_version_authors"
        primary_key = CompositeKey("version", "user")
