"""Notes, and who has visited or starred them."""

from collections.abc import Sequence
from copy import copy
from typing import Any

import orjson
import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table
from notesvc.models.folders import Folder

_JSON = frozenset({"tags", "properties", "journal_meta"})


class Note(Table):
    """A note without its text: lists and trees never read bodies. `number` is the search index's row."""

    _dirty: set[str]
    owner_id: str
    parent_id: str | None
    number = peewee.BigAutoField()
    id = TextField(unique=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    parent = peewee.ForeignKeyField(Folder, null=True, backref="+", on_delete="SET NULL")
    name = TextField()
    name_key = TextField()
    url_key = TextField(null=True)
    mode = TextField()
    tags = JsonText()
    properties = JsonText()
    icon = TextField(null=True)
    cover = TextField(null=True)
    journal_date = TextField(null=True)
    journal_meta = JsonText(null=True)
    sort_order = BigIntegerField()
    revision = BigIntegerField()
    content_hash = TextField()
    created_at = TextField()
    updated_at = TextField()
    deleted_at = TextField(null=True)
    deletion_id = TextField(null=True)
    change_number = BigIntegerField()

    class Meta:
        table_name = "notes"

    @classmethod
    def columns(cls, table: str) -> str:
        """What a statement selects for `of`, from the table under that name."""
        return ", ".join(f"{table}.{field.column_name}" for field in cls._meta.sorted_fields)

    @classmethod
    def of(cls, row: Sequence[Any]) -> "Note":
        """A note from its columns' values: the way of every request, spared Peewee's making of statements."""
        note = cls()
        values = zip(cls._meta.sorted_fields, row, strict=True)
        note.__data__.update({field.name: field.python_value(value) for field, value in values})
        note._dirty.clear()
        return note

    def without_place(self) -> "Note":
        """A copy that says nothing of where the note stands in its owner's tree."""
        seen = copy(self)
        seen.__data__ = {**self.__data__, "parent": None, "sort_order": 0}
        return seen

    def new_row(self) -> dict[str, Any]:
        """The columns of a note that is to be stored, but for the number that the database gives it."""
        return self._row([field for field in self._meta.sorted_fields if field.name != "number"])

    def changed_row(self) -> dict[str, Any]:
        """The columns that were set since the note was read; they count as stored from now on."""
        row = self._row(self.dirty_fields)
        self._dirty.clear()
        return row

    def _row(self, fields: list[peewee.Field]) -> dict[str, Any]:
        held = self.__data__
        row = {field.column_name: held.get(field.name) for field in fields}
        for column in _JSON & row.keys():
            row[column] = None if row[column] is None else orjson.dumps(row[column]).decode()
        return row

    @property
    def etag(self) -> str:
        """The validator of this revision, and of the surface that it prefers (RFC 9110, section 8.8.3)."""
        return etag_of(int(self.revision), str(self.mode))

    def is_revision(self, etag: str) -> bool:
        """Whether the ETag is one of this revision, whichever surface it preferred: that is nothing to overwrite."""
        return etag.strip('"').partition("-")[0] == str(self.revision)


def etag_of(revision: int, mode: str) -> str:
    """The ETag of a note of that revision that prefers that surface."""
    return f'"{revision}"' if mode == "block" else f'"{revision}-{mode}"'


class NoteBody(Table):
    """A note's text: canonical markdown, and the block list where one was written, with its sha256; the text's own is
    the note's `content_hash`."""

    note_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, primary_key=True, backref="+", on_delete="CASCADE")
    content = TextField()
    rich_content = TextField(null=True)
    rich_hash = TextField(null=True)

    class Meta:
        table_name = "note_bodies"


class NoteAlias(Table):
    """A further name under which wiki links find a note."""

    note_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    owner_id = TextField()
    name_key = TextField()

    class Meta:
        table_name = "note_aliases"
        primary_key = CompositeKey("note", "name_key")


class Capture(Table):
    """Which key of the sync interface kept the note, or last added to it: what it may attach files to."""

    note_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, primary_key=True, backref="+", on_delete="CASCADE")
    token_id = TextField()

    class Meta:
        table_name = "captures"


class NoteVisit(Table):
    """When a user last opened a note."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    opened_at = TextField()

    class Meta:
        table_name = "note_visits"
        primary_key = CompositeKey("user", "note")


class Favourite(Table):
    """A note that a user keeps at hand."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    position = BigIntegerField()

    class Meta:
        table_name = "favourites"
        primary_key = CompositeKey("user", "note")


class Tombstone(Table):
    """An id that is gone for good, for those who export since a cursor."""

    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    kind = TextField()
    resource_id = TextField()
    change_number = BigIntegerField()

    class Meta:
        table_name = "tombstones"
        primary_key = CompositeKey("owner", "kind", "resource_id")
