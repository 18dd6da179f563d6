"""What has been read of an archive and is about to be made: everything decided, nothing written yet."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from notesvc.domain.caller import Caller
from notesvc.domain.importing.job_items import Item
from notesvc.domain.links.files import Found
from notesvc.models import Folder, ImportJob, Note, NoteBody


@dataclass(slots=True)
class Draft:
    """An item of the job, ready to be made; `remark` is a word for the report."""

    item: Item
    remark: str | None = None


@dataclass(slots=True)
class RefusedDraft(Draft):
    """Something that is not made; the remark says why."""


@dataclass(slots=True)
class FolderDraft(Draft):
    """A folder that is not placed yet."""

    folder: Folder = field(default_factory=Folder)


@dataclass(slots=True)
class NoteDraft(Draft):
    """A note and its text; `links` counts links by address that were found and were not.

    `versions` reads the rows of older texts, oldest first, right before the note is made: `version_rows`.
    `attachment_ids` are files that belong to the note, `files` those of the archive that names in its text mean.
    """

    note: Note = field(default_factory=Note)
    body: NoteBody = field(default_factory=NoteBody)
    links: tuple[int, int] = (0, 0)
    versions: Callable[[], Iterator[tuple[Any, ...]]] | None = None
    version_rows: list[tuple[Any, ...]] | None = None
    attachment_ids: list[str] = field(default_factory=list)
    files: dict[str, Found] = field(default_factory=dict)


@dataclass(slots=True)
class AttachmentDraft(Draft):
    """A file that lies in the store already, as (hash, size); `created_at` is None for now."""

    name: str = ""
    folder: str = ""
    stored: tuple[str, int] = ("", 0)
    created_at: str | None = None


@dataclass(slots=True)
class PersonDraft(Draft):
    """A person, as `people.create` takes one."""

    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class TagDraft(Draft):
    """The colour of a tag."""

    tag: str = ""
    color: str = ""


@dataclass(frozen=True, slots=True)
class ImportContext:
    """What a source needs to know of the job that it works for; `depth` is that of the folder it writes to."""

    job: ImportJob
    caller: Caller
    depth: int


class Source(Protocol):
    """An archive of some kind."""

    def plan(self) -> Iterator[Item]:
        """Everything in it, in an order in which it can be made. Raises ArchiveRefusedError."""

    def drafts(self, items: Sequence[Item]) -> list[Draft]:
        """The items read; called outside of transactions. Raises ArchiveRefusedError."""

    def close(self) -> None:
        """Let go of the file."""
