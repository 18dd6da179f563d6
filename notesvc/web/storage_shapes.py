"""What the routes of storage take and answer."""

from typing import Literal

from pydantic import Field

from notesvc import shapes
from notesvc.domain.mirror import left_files
from notesvc.domain.storage.trouble import DETAILS
from notesvc.web import forms

Part = Literal["attachments", "mirror"]
Backend = Literal["local", "none", "folder", "s3", "webdav"]
Mode = Literal["one_way", "two_way"]
State = Literal["ok", "behind", "paused"]
Capability = Literal[
    "attachments",
    "two_way",
    "whole_reads",
    "range",
    "direct_link",
    "names_case",
    "names_spelling",
    "largest_file",
    "history",
    "search",
    "rooms",
    "sharing",
]
MoveState = Literal["planned", "copying", "verifying", "switching", "done", "paused", "cancelled"]


class StorageFields(forms.Form):
    """PUT config and POST test: one part, with all that is to be set."""

    part: Part = Field(description="Which part.")
    backend: Backend = Field(
        description="The kind of place: `local`, `s3` or `webdav` for attachments; `none`, `folder`, `s3` or `webdav` "
        "for the mirror."
    )
    mode: Mode | None = Field(None, description="For the mirror: `two_way` where it is left out.")
    address: str | None = Field(None, description="The endpoint of S3, or the folder of WebDAV.")
    bucket: str | None = Field(None, description="The bucket, for `s3`.")
    region: str | None = Field(None, description="The region, for `s3`; `us-east-1` where it is left out.")
    prefix: str | None = Field(None, description="A folder within the bucket, for `s3`.")
    user: str | None = Field(None, description="The access key id of S3, or the user of WebDAV.")
    secret: str | None = Field(
        None, description="What opens it. Left out, the stored one stays as long as place and user do."
    )


class CapabilityRowShape(shapes.Shape):
    """Something that a place can do."""

    name: Capability = Field(description="What.")
    holds: bool | None = Field(description="Whether it can; null where only its test tells, or nobody knows.")
    detail: str = Field(description="The same in a sentence.")


class ConflictShape(shapes.Shape):
    """A note that was changed on both sides."""

    note_id: shapes.Id = Field(description="The note.")
    name: str = Field(description="Its name.")
    copy_id: shapes.Id = Field(description="The note that keeps the text from the mirror.")
    copy_name: str = Field(description="Its name.")
    created_at: shapes.Time = Field(description="When that was.")


class PauseShape(shapes.Shape):
    """Why the mirror waits for its user."""

    reason: str = Field(description="`deletions`, `other_marker`, `empty`, `credentials` or another cause.")
    count: int = Field(description="How many files it is about.")
    names: list[str] = Field(description="Some of their names, at most 10.")


class NamedFileShape(shapes.Shape):
    """An attachment."""

    id: shapes.Id = Field(description="The attachment's id.")
    name: str = Field(description="Its name.")


class LeftFileShape(shapes.Shape):
    """A file that the mirror leaves alone until it changes."""

    name: str = Field(description="Where it is there.")
    reason: str = Field(
        description="Why; `refused` where the service does not take what it says.",
        json_schema_extra={"enum": [*left_files.DETAILS, "refused"]},
    )
    detail: str = Field(description="The same in a sentence.")
    words: str | None = Field(None, description="`detail` in the language of `Accept-Language`.")


class StoragePartShape(shapes.Shape):
    """A part of the configuration; never its secret."""

    backend: Backend = Field(description="The kind of place; of attachments the one that they are being moved to.")
    mode: Mode | None = Field(description="Of the mirror; null for attachments.")
    address: str | None = Field(description="The endpoint of S3, or the folder of WebDAV.")
    bucket: str | None = Field(description="The bucket of S3.")
    region: str | None = Field(description="The region of S3.")
    prefix: str | None = Field(description="The folder within the bucket.")
    user: str | None = Field(description="The access key id of S3, or the user of WebDAV.")
    has_secret: bool = Field(description="Whether a secret is stored.")
    state: State = Field(description="How the place does that is in use: `behind` while it cannot be reached.")
    since: shapes.Time | None = Field(description="Since when it is behind or paused.")
    cause: str | None = Field(description="Why.", json_schema_extra={"enum": [*DETAILS, None]})
    detail: str | None = Field(description="The same in a sentence.")
    capabilities: list[CapabilityRowShape] | None = Field(
        description="What its test has found; null where nothing is elsewhere."
    )
    waiting: int = Field(description="How many files wait to be written there.")
    refused: list[NamedFileShape] = Field(
        description="The attachments that are too large for the place: they stay on the service, and can be read."
    )
    last_round_at: shapes.Time | None = Field(description="When the mirror was last looked at.")
    conflicts: list[ConflictShape] = Field(description="The mirror's last conflicts, at most 20.")
    pause: PauseShape | None = Field(description="Why the mirror waits for its user; null where it does not.")
    left_files: list[LeftFileShape] = Field(description="Files that the mirror leaves alone, at most 20.")


class MoveShape(shapes.Shape):
    """A move of attachments to another place."""

    state: MoveState = Field(description="How far it is.")
    done: int = Field(description="How many files are at the new place, and right.")
    total: int = Field(description="Of how many.")
    done_bytes: shapes.Int64 = Field(description="Their bytes.")
    total_bytes: shapes.Int64 = Field(description="Of how many bytes.")
    cause: str | None = Field(
        description="Why it is paused: `damaged_source` where files are not what they were, `too_large` where the "
        "place refuses them."
    )
    detail: str | None = Field(description="The same in a sentence.")
    damaged: list[NamedFileShape] = Field(
        description="The attachments whose files are not what they were, which keeps it from its end."
    )
    refused: list[NamedFileShape] = Field(
        description="The attachments that are too large for the new place, which keeps it from its end."
    )
    kept_until: shapes.Time | None = Field(description="Until when the files stay at the old place, too.")


class OffersShape(shapes.Shape):
    """What the administrator has prepared."""

    folder: bool = Field(description="Whether a folder of the machine can hold the mirror.")


class StorageConfig(shapes.Shape):
    """The configuration of storage."""

    attachments: StoragePartShape = Field(description="Where attachments lie.")
    mirror: StoragePartShape = Field(description="Where the mirror is.")
    offers: OffersShape = Field(description="What can be chosen here beyond the rest.")
    move: MoveShape | None = Field(description="The last move of attachments; null where there was none.")


class BackendCapabilities(shapes.Shape):
    """A kind of place with all that it can do."""

    backend: Literal["database", "folder", "s3", "webdav"] = Field(description="The kind of place.")
    capabilities: list[CapabilityRowShape] = Field(description="What it can do.")


class CapabilityTable(shapes.Shape):
    """The whole table."""

    backends: list[BackendCapabilities] = Field(description="All kinds of places.")


class StepShape(shapes.Shape):
    """One thing that a test did."""

    name: str = Field(description="What.")
    ok: bool = Field(description="Whether it went as it should.")
    detail: str = Field(description="The same in a sentence.")


class StorageTestResult(shapes.Shape):
    """Whether a place can be used, and what holds there."""

    ok: bool = Field(description="Whether it can be used.")
    capabilities: list[CapabilityRowShape] | None = Field(description="What holds; null where it cannot be used.")
    steps: list[StepShape] = Field(description="What was tried.")
    cause: str | None = Field(
        description="Why it cannot be used; null where it can.", json_schema_extra={"enum": [*DETAILS, None]}
    )
