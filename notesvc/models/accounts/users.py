"""Users, and the handles that they had."""

import peewee
from peewee import BooleanField, TextField

from notesvc.models.base import Table


class User(Table):
    """An account. `change_number` counts every change of the workspace; exports and ETags stand on it."""

    id = TextField(primary_key=True)
    email = TextField()
    email_key = TextField(unique=True)
    handle = TextField()
    handle_key = TextField(unique=True)
    name = TextField()
    password_hash = TextField(null=True)
    is_admin = BooleanField()
    disabled_at = TextField(null=True)
    created_at = TextField()
    updated_at = TextField()
    change_number = peewee.BigIntegerField(default=0)
    email_verified_at = TextField(null=True)
    quota_bytes = peewee.BigIntegerField(null=True)
    deletion_at = TextField(null=True)
    language = TextField(null=True)

    class Meta:
        table_name = "users"


class FormerHandle(Table):
    """A handle that its user has given up for another one. Nobody else can take it, and mentions by it mean them."""

    user_id: str
    handle_key = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")

    class Meta:
        table_name = "former_handles"
