"""Programs that wait for their user to approve them; of codes only hashes."""

import peewee
from peewee import IntegerField, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


class DeviceCode(Table):
    """A device that asks for a key; `user` is who entered its code first."""

    user_id: str | None
    device_hash = TextField(primary_key=True)
    user_hash = TextField(unique=True)
    client = TextField()
    name = TextField()
    scopes = TextField()
    address = TextField()
    wait = IntegerField()
    created_at = TextField()
    expires_at = TextField()
    polled_at = TextField(null=True)
    user = peewee.ForeignKeyField(User, null=True, backref="+", on_delete="CASCADE")
    state = TextField()

    class Meta:
        table_name = "device_codes"
