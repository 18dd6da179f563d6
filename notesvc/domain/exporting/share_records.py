"""Public links as exports have them: how they are set, never what opens them. An import makes nothing public."""

from pydantic import Field

from notesvc import database
from notesvc.shapes import Id, Shape, Time


class ExportedShare(Shape):
    """A public link that is not revoked."""

    id: Id = Field(description="The link's id.")
    note_id: Id | None = Field(description="The note; null for a folder.")
    folder_id: Id | None = Field(description="The folder; null for a note.")
    slug: str = Field(description="The name in the address.")
    has_password: bool = Field(description="Whether visitors are asked for a password.")
    expires_at: Time | None = Field(description="When the link ends; null for never.")
    view_limit: int | None = Field(description="How often it can be opened; null for any number of times.")
    robots: bool = Field(description="Whether search engines may list it.")
    theme: str = Field(description="How its pages look.")
    may_be_linked: bool = Field(description="Whether the owner's other links may lead to it.")
    feed: bool = Field(description="Whether the pages of a folder have a feed.")
    created_at: Time = Field(description="When it was made.")


_SHARES = """
SELECT id, note_id, folder_id, slug, password_hash IS NOT NULL, expires_at, view_limit, is_indexed, theme,
    may_be_linked, has_feed, created_at
FROM shares WHERE owner_id = ? AND revoked_at IS NULL ORDER BY created_at, id
"""


def shares(owner_id: str) -> list[dict[str, object]]:
    """The owner's public links: all of them in every export, for there are few."""
    with database.connection():
        return ExportedShare.each(database.execute(_SHARES, (owner_id,)).fetchall())
