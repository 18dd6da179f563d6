"""Mails on their way out, and the links that mails carry; of links only hashes."""

import peewee
from peewee import IntegerField, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table


class Mail(Table):
    """A mail that waits, or could not be delivered; one that is gone out has no row any more.

    `recipient` is an address, or empty where `facts` tell who it is for; a secret is in neither. Where the address is
    nobody's, the language is that of the account `facts` name as `user`, else what they name as `language`.
    """

    id = TextField(primary_key=True)
    kind = TextField()
    recipient = TextField()
    facts = JsonText()
    state = TextField()
    attempts = IntegerField()
    created_at = TextField()
    due_at = TextField()
    error = TextField(null=True)

    class Meta:
        table_name = "mails"


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
