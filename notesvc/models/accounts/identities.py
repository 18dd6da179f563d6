"""Who users are at external providers."""

import peewee
from peewee import CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


class Identity(Table):
    """Somebody as an issuer knows them; the address is only for people to recognise it by."""

    user_id: str
    issuer = TextField()
    subject = TextField()
    provider = TextField()
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    email = TextField(null=True)
    created_at = TextField()
    used_at = TextField(null=True)

    class Meta:
        table_name = "identities"
        primary_key = CompositeKey("issuer", "subject")


class SignInAttempt(Table):
    """A browser that went to a provider and is expected back, once; `sealed` binds the answer to the question."""

    state_hash = TextField(primary_key=True)
    browser_hash = TextField()
    provider = TextField()
    purpose = TextField()
    sealed = TextField()
    session_hash = TextField(null=True)
    next = TextField()
    expires_at = TextField()

    class Meta:
        table_name = "sign_in_attempts"
