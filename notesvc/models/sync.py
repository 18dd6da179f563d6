"""Tokens of the sync interface, its events, and the requests that it has seen."""

import peewee
from peewee import CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table


class SyncToken(Table):
    """A key of the sync interface; only the sha256 of its secret is kept."""

    user_id: str
    id = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    name = TextField()
    prefix = TextField()
    secret_hash = TextField(unique=True)
    scopes = TextField()
    kind = TextField()
    created_at = TextField()
    expires_at = TextField(null=True)
    last_used_at = TextField(null=True)
    revoked_at = TextField(null=True)

    class Meta:
        table_name = "sync_tokens"

    @property
    def scope_names(self) -> list[str]:
        """The scopes as a list, in their stored order."""
        return str(self.scopes).split()

    def state_at(self, moment: str) -> str:
        """`active`, `revoked` or `expired` at that moment."""
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at is not None and self.expires_at <= moment:
            return "expired"
        return "active"


class SyncEvent(Table):
    """A line of the activity log; best effort, nothing depends on it.

    A key stands in the first event that came with it; the others name that one.
    """

    id = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    token_id = TextField()
    token_name = TextField()
    operation = TextField()
    status = TextField()
    source = TextField(null=True)
    idempotency_key = TextField(null=True)
    resource_id = TextField(null=True)
    resource_name = TextField(null=True)
    message = TextField(null=True)
    created_at = TextField()
    first_event_id = TextField(null=True)
    mirrored = TextField(null=True)

    class Meta:
        table_name = "sync_events"


class IdempotencyKey(Table):
    """A key that has had its effect; written in the transaction of that effect."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    key = TextField()
    request_hash = TextField()
    resource_id = TextField()
    answer = JsonText()
    created_at = TextField()

    class Meta:
        table_name = "idempotency_keys"
        primary_key = CompositeKey("user", "key")
