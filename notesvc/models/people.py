"""People, and the names that mention them."""

import peewee
from peewee import CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table


class Person(Table):
    """Somebody whom notes mention as `$Name`."""

    owner_id: str
    id = TextField(primary_key=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    name = TextField()
    name_key = TextField()
    aliases = JsonText()
    email = TextField(null=True)
    notes = TextField()
    color = TextField(null=True)
    created_at = TextField()
    updated_at = TextField()
    change_number = peewee.BigIntegerField()

    class Meta:
        table_name = "people"


class PersonName(Table):
    """A name or alias of a person, found by its first letter while a text is read."""

    owner_id = TextField()
    name_key = TextField()
    initial = TextField()
    person = peewee.ForeignKeyField(Person, backref="+", on_delete="CASCADE")

    class Meta:
        table_name = "person_names"
        primary_key = CompositeKey("owner_id", "name_key")
