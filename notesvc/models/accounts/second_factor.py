"""Authenticator apps and recovery codes; of codes only hashes."""

import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


class SecondFactor(Table):
    """The secret of a user's authenticator app, sealed; `pending` until a code of it has been shown.

    `last_step` is the step of the last code that was taken: none is taken twice.
    """

    user_id: str
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE", primary_key=True)
    sealed = TextField(null=True)
    pending = TextField(null=True)
    last_step = BigIntegerField()

    class Meta:
        table_name = "second_factors"


class RecoveryCode(Table):
    """A code that stands in for the authenticator app, once."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    code_hash = TextField()

    class Meta:
        table_name = "recovery_codes"
        primary_key = CompositeKey("user", "code_hash")
