"""Sessions, and the devices that users are known by."""

import peewee
from peewee import CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


class Session(Table):
    """A browser that is signed in; the cookie holds the id, the row only its hash."""

    user_id: str
    id_hash = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    created_at = TextField()
    seen_at = TextField()
    expires_at = TextField()
    address = TextField()
    agent = TextField()
    stepped_up_until = TextField(null=True)

    class Meta:
        table_name = "sessions"


class KnownBrowser(Table):
    """A kind of browser that a user has signed in with."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    fingerprint = TextField()
    seen_at = TextField()

    class Meta:
        table_name = "known_browsers"
        primary_key = CompositeKey("user", "fingerprint")
