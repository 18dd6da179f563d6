"""What proves who somebody is, or that an address is theirs; only hashes of what is secret."""

import peewee
from peewee import BigIntegerField, CompositeKey, IntegerField, TextField

from notesvc.models.accounts import User
from notesvc.models.base import Table


class MailLink(Table):
    """A link that was sent to `email`, for one purpose and one use."""

    user_id: str
    token_hash = TextField(primary_key=True)
    purpose = TextField()
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    email = TextField()
    created_at = TextField()
    expires_at = TextField()

    class Meta:
        table_name = "mail_links"


class SignUp(Table):
    """An account that somebody asked for; it becomes one when its address is proven."""

    id = TextField(primary_key=True)
    email = TextField()
    email_key = TextField()
    password_hash = TextField()
    name = TextField()
    handle = TextField(null=True)
    token_hash = TextField(null=True, unique=True)
    expires_at = TextField()

    class Meta:
        table_name = "sign_ups"


class KnownBrowser(Table):
    """A kind of browser that a user has signed in with."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    fingerprint = TextField()
    seen_at = TextField()

    class Meta:
        table_name = "known_browsers"
        primary_key = CompositeKey("user", "fingerprint")


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
