"""Users, their sessions and keys, and what the sync interface remembers of them."""

import peewee
from peewee import BooleanField, CompositeKey, IntegerField, TextField

from notesvc.models.base import JsonText, Table


class InstanceFact(Table):
    """Something the whole instance remembers, such as when a backup was restored."""

    name = TextField(primary_key=True)
    value = TextField()

    class Meta:
        table_name = "instance_facts"


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

    class Meta:
        table_name = "users"


class FormerHandle(Table):
    """A handle that its user has given up for another one. Nobody else can take it, and mentions by it mean them."""

    handle_key = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")

    class Meta:
        table_name = "former_handles"


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


class Invite(Table):
    """A code that lets so many people register; only its hash is kept."""

    made_by_id: str | None
    id = TextField(primary_key=True)
    code_hash = TextField(unique=True)
    made_by = peewee.ForeignKeyField(User, null=True, backref="+", on_delete="SET NULL")
    uses = IntegerField()
    uses_left = IntegerField()
    created_at = TextField()
    expires_at = TextField()
    revoked_at = TextField(null=True)

    class Meta:
        table_name = "invites"

    def state_at(self, moment: str) -> str:
        """`open`, `used`, `revoked` or `expired` at that moment."""
        if self.revoked_at is not None:
            return "revoked"
        if self.uses_left == 0:
            return "used"
        return "expired" if self.expires_at <= moment else "open"


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
