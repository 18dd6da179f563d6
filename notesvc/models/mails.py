"""Mails on their way out."""

from peewee import IntegerField, TextField

from notesvc.models.base import JsonText, Table


class Mail(Table):
    """A mail that waits, or could not be delivered; one that is gone out has no row any more.

    `recipient` is an address, or empty where `facts` tell who it is for; a secret is in neither.
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
