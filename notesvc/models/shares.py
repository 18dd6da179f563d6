"""Public links to notes and folders: what is shown, who may enter, how often it was looked at."""

import peewee
from peewee import BigIntegerField, BlobField, BooleanField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table
from notesvc.models.folders import Folder
from notesvc.models.notes import Note


class Share(Table):
    """A public link to a note, or to a folder with what is in it (a site).

    `generation` names the pages and files that are shown, 0 before the first freeze; `frozen_number` is the
    workspace's change number as they were read. A freeze under way has `freeze_wanted_at` and a `freeze_id` of its own.
    """

    owner_id: str
    note_id: str | None
    folder_id: str | None
    id = TextField(primary_key=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    note = peewee.ForeignKeyField(Note, field=Note.id, null=True, backref="+", on_delete="CASCADE")
    folder = peewee.ForeignKeyField(Folder, null=True, backref="+", on_delete="CASCADE")
    slug = TextField()
    password_hash = TextField(null=True)
    expires_at = TextField(null=True)
    view_limit = BigIntegerField(null=True)
    views_left = BigIntegerField(null=True)
    is_indexed = BooleanField()
    theme = TextField()
    may_be_linked = BooleanField()
    has_feed = BooleanField()
    generation = BigIntegerField()
    frozen_at = TextField(null=True)
    frozen_number = BigIntegerField()
    warnings = JsonText()
    freeze_id = TextField(null=True)
    freeze_wanted_at = TextField(null=True)
    freeze_done = BigIntegerField()
    freeze_total = BigIntegerField()
    views = BigIntegerField()
    expiry_told_at = TextField(null=True)
    revoked_at = TextField(null=True)
    created_at = TextField()

    class Meta:
        table_name = "shares"

    @property
    def is_site(self) -> bool:
        return self.folder_id is not None

    @property
    def is_open(self) -> bool:
        """Whether whoever knows the address may look, as often as they like."""
        return self.password_hash is None and self.view_limit is None


class SharePage(Table):
    """A frozen page: gzipped HTML to be sent as it is, and its plain text for search. `note_id` is None for the front
    page of a site; it is no foreign key, so that the page of a note that is gone stays countable until a refresh."""

    share_id: str
    note_id = TextField(null=True)
    share = peewee.ForeignKeyField(Share, backref="+", on_delete="CASCADE")
    generation = BigIntegerField()
    path = TextField()
    position = BigIntegerField()
    title = TextField()
    body = TextField()
    linked_slugs = JsonText()
    updated_at = TextField()
    etag = TextField()
    html = BlobField()

    class Meta:
        table_name = "share_pages"
        primary_key = CompositeKey("share", "generation", "path")


class ShareFile(Table):
    """A stored file that the page of a note shows, by its content: the attachment may be gone."""

    share_id: str
    note_id = TextField()
    share = peewee.ForeignKeyField(Share, backref="+", on_delete="CASCADE")
    generation = BigIntegerField()
    number = BigIntegerField()
    name = TextField()
    size = BigIntegerField()
    content_hash = TextField()

    class Meta:
        table_name = "share_files"
        primary_key = CompositeKey("share", "generation", "number")


class Diagram(Table):
    """The picture (PNG) of a Mermaid diagram, by the SHA-256 of its source."""

    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    source_hash = TextField()
    picture = BlobField()
    created_at = TextField()

    class Meta:
        table_name = "diagrams"
        primary_key = CompositeKey("owner", "source_hash")


class SharePass(Table):
    """Lets a browser in for a while: one that knew the password (`password`), or took a view of a site (`view`)."""

    share_id: str
    token_hash = TextField(primary_key=True)
    share = peewee.ForeignKeyField(Share, backref="+", on_delete="CASCADE")
    kind = TextField()
    expires_at = TextField()

    class Meta:
        table_name = "share_passes"


class ShareViews(Table):
    """How often a share was looked at on a day by way of links on a host; an empty host says that none was told."""

    share_id: str
    share = peewee.ForeignKeyField(Share, backref="+", on_delete="CASCADE")
    day = TextField()
    host = TextField()
    views = BigIntegerField()

    class Meta:
        table_name = "share_views"
        primary_key = CompositeKey("share", "day", "host")
