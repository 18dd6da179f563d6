"""Facts about the instance as a whole."""

from peewee import TextField

from notesvc.models.base import Table


class InstanceFact(Table):
    """Something the whole instance remembers, such as when a backup was restored."""

    name = TextField(primary_key=True)
    value = TextField()

    class Meta:
        table_name = "instance_facts"
