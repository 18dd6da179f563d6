"""Tags."""

import peewee
from peewee import CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


class Tag(Table):
    """A tag's colour: membership is read from link rows alone."""

    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    tag = TextField()
    color = TextField()

    class Meta:
        table_name = "tags"
        primary_key = CompositeKey("owner", "tag")
