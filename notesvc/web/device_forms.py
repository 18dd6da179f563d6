"""What devices send, alone or in a batch."""

from typing import Annotated

from pydantic import Field

from notesvc.web import forms

Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class MirrorFields(forms.Form):
    """What a write of a mirrored note may name."""

    name: forms.Name = Field("", description="The note's name.")
    content: str = Field("", description="The text as markdown, kept byte for byte.")
    parent_id: forms.Id | None = Field(None, description="The folder; null for the top.")
    tags: forms.Tags = Field([], description="The note's own tags, besides those in its text.")
    properties: forms.Properties = Field({}, description="Further facts, by name.")
    icon: forms.Icon | None = Field(None, description="The icon: a few characters.")
    cover: forms.Cover | None = Field(None, description="The cover picture: an https address, or one of `/files/`.")


class NewMirroredNote(MirrorFields):
    """POST notes."""

    journal_date: str = Field(
        "",
        pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        description="The day whose entry the note is to be; where that day has one, it is a note like any other.",
    )
    created_at: forms.Moment = Field("", description="When the file was made; one in the future counts as now.")


class MirroredNoteChange(MirrorFields):
    """PATCH notes/{id}."""


class NewMirroredFolder(forms.FolderFields):
    """POST folders."""


class MirroredFolderChange(forms.FolderFields):
    """PATCH folders/{id}."""

    name: forms.FilledName = Field(default_factory=str, description="The folder's name.")


class KnownFile(forms.Form):
    """POST attachments, as JSON: a further attachment of a file that the service has of this user."""

    sha256: Sha256 = Field(description="The sha256 of the file, in hexadecimal.")
    name: forms.FilledName = Field(description="The file's name.")
    note_id: forms.Id | None = Field(None, description="The note that the file is for; none where it is absent.")
