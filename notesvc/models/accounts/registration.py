"""Invites to register, and accounts whose address is not proven yet."""

import peewee
from peewee import IntegerField, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table


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
