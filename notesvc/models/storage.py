"""Storage: the parts of users' configurations, which files lie at which place, and moves between places."""

import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table


class StoragePart(Table):
    """A place that a user has chosen: for attachments, or for the mirror.

    Attachments are at the one whose `standing` is "current"; "next" is where they are being moved to, "former" where
    they were, until `kept_until`. A user without a row has nothing elsewhere. `capabilities` are what the test found.
    """

    owner_id: str
    id = TextField(primary_key=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    part = TextField()
    standing = TextField()
    backend = TextField()
    mode = TextField(null=True)
    address = TextField(null=True)
    bucket = TextField(null=True)
    region = TextField(null=True)
    prefix = TextField(null=True)
    user_name = TextField(null=True)
    sealed = TextField(null=True)
    capabilities = JsonText(null=True)
    state = TextField()
    since = TextField(null=True)
    cause = TextField(null=True)
    detail = TextField(null=True)
    kept_until = TextField(null=True)
    created_at = TextField()
    updated_at = TextField()

    class Meta:
        table_name = "storage_parts"

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is a place outside of the service's own folder and database."""
        return self.backend not in ("local", "none")


class PlacedFile(Table):
    """A file at a place. "there": it is, and was the right one at `verified_at`; "damaged": what was to be brought
    there is not what its hash says. `orphaned_at` is since when no row names it."""

    part_id: str
    part = peewee.ForeignKeyField(StoragePart, backref="+", on_delete="CASCADE")
    content_hash = TextField()
    state = TextField()
    size = BigIntegerField()
    tag = TextField(null=True)
    verified_at = TextField(null=True)
    orphaned_at = TextField(null=True)

    class Meta:
        table_name = "placed_files"
        primary_key = CompositeKey("part", "content_hash")


class RefusedFile(Table):
    """A file that a place does not take because it is too large for it; it stays on the service's own disk."""

    part_id: str
    part = peewee.ForeignKeyField(StoragePart, backref="+", on_delete="CASCADE")
    content_hash = TextField()
    size = BigIntegerField()
    refused_at = TextField()

    class Meta:
        table_name = "refused_files"
        primary_key = CompositeKey("part", "content_hash")


class LeftPlace(Table):
    """A place of a user whose account is gone, with what opens it, until what the service has put there is removed or
    `given_up_at` is over."""

    id = TextField(primary_key=True)
    owner_id = TextField()
    backend = TextField()
    address = TextField(null=True)
    bucket = TextField(null=True)
    region = TextField(null=True)
    prefix = TextField(null=True)
    user_name = TextField(null=True)
    sealed = TextField(null=True)
    capabilities = JsonText(null=True)
    given_up_at = TextField()

    class Meta:
        table_name = "left_places"


class StorageMove(Table):
    """The last move of a user's attachments. What is done stands in the placed files of its target; the figures here
    are for people to see."""

    owner_id: str
    source_id: str | None
    target_id: str | None
    owner = peewee.ForeignKeyField(User, primary_key=True, backref="+", on_delete="CASCADE")
    source = peewee.ForeignKeyField(StoragePart, null=True, backref="+", on_delete="SET NULL")
    target = peewee.ForeignKeyField(StoragePart, null=True, backref="+", on_delete="SET NULL")
    state = TextField()
    done = BigIntegerField()
    total = BigIntegerField()
    done_bytes = BigIntegerField()
    total_bytes = BigIntegerField()
    cause = TextField(null=True)
    detail = TextField(null=True)
    kept_until = TextField(null=True)
    created_at = TextField()
    updated_at = TextField()

    class Meta:
        table_name = "storage_moves"
