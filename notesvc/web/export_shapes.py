"""What a workspace's export as JSON holds, and what a stream of events says, for the served document."""

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from notesvc.web import shapes
from notesvc.web.notifications import NotificationShape


class ExportedUser(shapes.Shape):
    """The user of an export."""

    id: shapes.Id = Field(description="The user's id.")
    name: str = Field(description="How others see the user.")


class ExportedPerson(shapes.Shape):
    """A person."""

    id: shapes.Id = Field(description="The person's id.")
    name: str = Field(description="The person's name.")
    aliases: list[str] = Field(description="Further names by which texts mention them.")
    email: str | None = Field(description="The mail address; null where none is known.")
    notes: str = Field(description="What else there is to say.")
    color: str | None = Field(description="The colour, as `#rrggbb`; null where none.")
    created_at: shapes.Time = Field(description="When it was made.")
    updated_at: shapes.Time = Field(description="When it last changed.")


class ExportedTag(shapes.Shape):
    """A tag."""

    tag: str = Field(description="The tag, case-folded.")
    color: str | None = Field(description="Its colour, as `#rrggbb`; null where none.")


class ExportedDay(shapes.Shape):
    """A day of the journal."""

    date: shapes.Day = Field(description="The day.")
    note_id: shapes.Id = Field(description="The note that is its entry.")


class ExportedVersion(shapes.Shape):
    """A version of a note."""

    id: shapes.Id = Field(description="The version's id.")
    note_id: shapes.Id = Field(description="The note that it is of.")
    name: str = Field(description="What the note was called.")
    content: str = Field(description="The markdown.")
    rich_content: shapes.RichContent | None = Field(description="The rich document; null where none was stored.")
    content_hash: str = Field(description="The sha256 of the markdown.")
    reason: str = Field(description="Why it was kept.")
    origin: str = Field(description="By which means it was written.")
    author_id: shapes.Id | None = Field(description="Who saved it; null when the account is gone.")
    created_at: shapes.Time = Field(description="When it was made.")


class ExportedAttachment(shapes.Shape):
    """A stored file."""

    id: shapes.Id = Field(description="The attachment's id.")
    name: str = Field(description="The file's name.")
    size: shapes.Int64 = Field(description="The file's size in bytes.")
    type: str = Field(description="The media type that the name promises.")
    url: str = Field(description="The file's address on this service.")
    sha256: str = Field(description="The sha256 of the file.")
    folder: str = Field(description="Where it lay in an imported vault.")
    note_id: shapes.Id | None = Field(description="The note that it was uploaded to; null where none.")
    created_at: shapes.Time = Field(description="When it was made.")


class Deleted(shapes.Shape):
    """The ids of what went to the trash or for good since the earlier export."""

    notes: list[shapes.Id] = Field(description="Notes.")
    folders: list[shapes.Id] = Field(description="Folders.")
    people: list[shapes.Id] = Field(description="People.")
    attachments: list[shapes.Id] = Field(description="Attachments.")


class WorkspaceExport(shapes.Shape):
    """A workspace, or what changed in it since an earlier export."""

    format: Literal["notesvc.workspace"] = Field(description="What kind of file it is.")
    format_version: Literal[1] = Field(description="The version of its form.")
    exported_at: shapes.Time = Field(description="When it was made.")
    cursor: str = Field(description="What a later export takes as `since`.")
    user: ExportedUser = Field(description="Whose workspace it is.")
    folders: list[shapes.FolderShape] = Field(description="The folders.")
    notes: list[shapes.NoteFull] = Field(description="The notes; `richContent` is null where none is stored.")
    people: list[ExportedPerson] = Field(description="The people.")
    tags: list[ExportedTag] = Field(description="All tags.")
    journal: list[ExportedDay] = Field(description="Which notes are entries of the journal.")
    favourites: list[shapes.Id] = Field(description="The ids of all favourites, in their order.")
    versions: list[ExportedVersion] = Field([], description="The versions, where they were asked for.")
    attachments: list[ExportedAttachment] = Field(description="The attachments, without their bytes.")
    deleted: Deleted | None = Field(None, description="What is gone since the earlier export; with `since` alone.")
    damaged: list[dict[str, Any]] = Field([], description="What the disk has changed, and is left out.")


class WorkspaceChange(shapes.Shape):
    """Something changed in the workspace: a note or a folder, or both null where all is to be read anew."""

    note_id: shapes.Id | None = Field(description="The note; null where it is a folder.")
    folder_id: shapes.Id | None = Field(description="The folder; null where it is a note.")
    change: str = Field(description="What happened: `created`, `updated`, `moved`, `deleted`, `restored` and others.")
    updated_at: shapes.Time = Field(description="When it happened.")


class WorkspaceEvent(shapes.Shape):
    """An event of the stream about the workspace."""

    id: str = Field(description="What a later stream takes as Last-Event-ID.")
    event: Literal["workspace"] = Field(description="What the event is about.")
    data: WorkspaceChange = Field(description="The change; on the wire JSON on one line.")


class NotificationEvent(shapes.Shape):
    """An event of the stream about a notification."""

    id: str = Field(description="What a later stream takes as Last-Event-ID.")
    event: Literal["notification"] = Field(description="What the event is about.")
    data: NotificationShape = Field(description="The notification; on the wire JSON on one line.")


class StreamEvent(RootModel[Annotated[WorkspaceEvent | NotificationEvent, Field(discriminator="event")]]):
    """One event of the stream, as server-sent events have it: `id`, `event`, and `data` as JSON."""
