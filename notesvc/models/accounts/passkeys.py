"""Passkeys (WebAuthn), and the challenges that their holders are to sign."""

import peewee
from peewee import BigIntegerField, BooleanField, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


class Passkey(Table):
    """A public key whose private half an authenticator holds; nothing in it is secret.

    `credential_id` and `public_key` (COSE) are base64url; `is_synced` as the authenticator said when last used.
    """

    user_id: str
    id = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    credential_id = TextField(unique=True)
    public_key = TextField()
    sign_count = BigIntegerField()
    transports = TextField()
    name = TextField()
    is_synced = BooleanField()
    created_at = TextField()
    used_at = TextField(null=True)

    class Meta:
        table_name = "passkeys"


class PasskeyChallenge(Table):
    """What one browser is to have signed, once; `user` is nobody yet where somebody signs in."""

    user_id: str | None
    challenge_hash = TextField(primary_key=True)
    browser_hash = TextField()
    purpose = TextField()
    user = peewee.ForeignKeyField(User, null=True, backref="+", on_delete="CASCADE")
    expires_at = TextField()

    class Meta:
        table_name = "passkey_challenges"
