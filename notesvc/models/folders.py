"""Folders."""

import peewee
from peewee import BigIntegerField, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


class Folder(Table):
    """A folder; `deletion_id` names the deletion it went with, so that a restore brings back just that."""

    owner_id: str
    parent_id: str | None
    id = TextField(primary_key=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    parent = peewee.ForeignKeyField("self", null=True, backref="+", on_delete="SET NULL")
    name = TextField()
    name_key = TextField()
    icon = TextField(null=True)
    sort_order = BigIntegerField()
    created_at = TextField()
    updated_at = TextField()
    deleted_at = TextField(null=True)
    deletion_id = TextField(null=True)
    change_number = BigIntegerField()

    class Meta:
        table_name = "folders"

    @property
    def etag(self) -> str:
        """The validator of the folder's own fields: the number of the change that wrote them last."""
        return folder_etag(int(self.change_number))

    def is_revision(self, etag: str) -> bool:
        """Whether the validator is this revision's."""
        return etag == self.etag


def folder_etag(change_number: int) -> str:
    """The validator of a folder that was last written by the change of that number."""
    return f'"{change_number}"'
