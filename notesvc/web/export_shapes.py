"""What a workspace's export as JSON holds, and what a stream of events says, for the served document."""

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from notesvc import shapes
from notesvc.domain.exporting.prompt_records import ExportedPrompt
from notesvc.domain.exporting.records import (
    ExportedAttachment,
    ExportedDay,
    ExportedPerson,
    ExportedTag,
    ExportedVersion,
)
from notesvc.domain.exporting.share_records import ExportedShare
from notesvc.domain.resources import FolderShape, NoteFull
from notesvc.web.notifications import NotificationShape


class ExportedUser(shapes.Shape):
    """The user of an export."""

    id: shapes.Id = Field(description="The user's id.")
    name: str = Field(description="How others see the user.")


class DeletedIds(shapes.Shape):
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
    folders: list[FolderShape] = Field(description="The folders.")
    notes: list[NoteFull] = Field(description="The notes; `richContent` is null where none is stored.")
    people: list[ExportedPerson] = Field(description="The people.")
    tags: list[ExportedTag] = Field(description="All tags.")
    journal: list[ExportedDay] = Field(description="Which notes are entries of the journal.")
    favourites: list[shapes.Id] = Field(description="The ids of all favourites, in their order.")
    shares: list[ExportedShare] = Field(description="The public links that are not revoked; an import makes none.")
    prompts: list[ExportedPrompt] = Field(description="All own prompts for language models.")
    versions: list[ExportedVersion] = Field([], description="The versions, where they were asked for.")
    attachments: list[ExportedAttachment] = Field(description="The attachments, without their bytes.")
    deleted: DeletedIds | None = Field(None, description="What is gone since the earlier export; with `since` alone.")
    damaged: list[dict[str, Any]] = Field([], description="What the disk has changed, and is left out.")
    missing: list[dict[str, Any]] = Field(
        [], description="In an archive: the attachments whose files are not in it, with the reason."
    )


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
