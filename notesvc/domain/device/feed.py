"""The feed of changes: what a device has to read to have what the workspace has, no change ever left out.

Each write raises the workspace's counter once, and its rows carry the number. Writers of a workspace take turns, so
whoever can read a number can read all rows of it and of those before. A page reads the counter first and then no
row beyond it: a row that is written meanwhile has a higher number, and comes later.
"""

import hashlib
from typing import Any, NamedTuple

from pydantic import Field

from notesvc import belonging, database, errors, limits
from notesvc.domain import changes, cursors, instance
from notesvc.domain.caller import Caller
from notesvc.domain.device import records
from notesvc.domain.device.records import Change, MirroredFile, MirroredNote, Removal
from notesvc.domain.resources import FolderBranch
from notesvc.shapes import Shape

_KIND = "changes"
_TYPES = (str, int, int, str, int)
# So many texts are read at once: what is behind the end of a page is read for nothing.
_NOTES_AT_ONCE = 20


class Changes(Shape):
    """A page of changes, in their order."""

    notes: list[MirroredNote] = Field(description="Notes that were made, changed or restored, as they stand.")
    folders: list[FolderBranch] = Field(description="Folders that were made, changed or restored, as they stand.")
    attachments: list[MirroredFile] = Field(description="Files that came.")
    deleted: list[Removal] = Field(description="What is gone, or in the trash.")
    cursor: str = Field(description="Where the next page begins.")
    more: bool = Field(description="Whether there is more at once.")
    epoch: str = Field(description="Which history the cursor is of: another one after a backup was restored.")


class Place(NamedTuple):
    """Where a reader is: behind the row of that rank and id of the change of that number.

    Deletions up to the change `whole_until` concern nobody who began to read after it.
    """

    epoch: str
    number: int
    rank: int
    id: str
    whole_until: int

    @property
    def cursor(self) -> str:
        return cursors.encode(_KIND, self)


def read(caller: Caller, cursor: str | None, size: int) -> dict[str, Any]:
    """The page of `Changes` behind the cursor, or the first one of all, of at most `size` rows.

    Raises InvalidInput for a cursor that is none, CursorGone for one of another history.
    """
    epoch, until = instance_epoch(), changes.current_number(caller.user_id)
    place = place_of(cursor, epoch, until)
    found = records.after(caller.user_id, (place.number, place.rank, place.id), until, size + 1)
    wanted, notes = _that_fit(found[:size])
    more = len(found) > len(wanted)
    end = wanted[-1].place if more else (until, records.LAST_RANK, "")
    return Changes.of(
        notes=notes,
        folders=records.branches(caller, [each.id for each in wanted if each.kind == "folder" and not each.is_gone]),
        attachments=records.files(
            caller.user_id, [each.id for each in wanted if each.kind == "attachment" and not each.is_gone]
        ),
        deleted=[
            Removal.of((each.kind, each.id)) for each in wanted if each.is_gone and each.number > place.whole_until
        ],
        cursor=Place(epoch, *end, place.whole_until).cursor,
        more=more,
        epoch=epoch,
    )


def number_of(answer: dict[str, Any]) -> int:
    """The number of the last change that whoever has this page has seen, where it is the last one."""
    return Place(*cursors.decode(_KIND, answer["cursor"], _TYPES)).number


def place_of(cursor: str | None, epoch: str, until: int) -> Place:
    """Where the reader is. Raises InvalidInput for a cursor that is none, CursorGone for one of another history."""
    if cursor is None:
        return Place(epoch, 0, 0, "", until)
    place = Place(*cursors.decode(_KIND, cursor, _TYPES))
    if place.epoch != epoch or place.number > until:
        raise errors.CursorGone("This service has another history since: read everything anew, and compare.")
    return place


def instance_epoch() -> str:
    """What tells the histories of this service apart: another one after a restore, and with another database."""
    rows = database.execute(
        "SELECT name, value FROM instance_facts WHERE name IN (?, ?) ORDER BY name",
        (belonging.FACT, instance.RESTORED_AT),
    ).fetchall()
    return hashlib.sha256(repr([tuple(row) for row in rows]).encode()).hexdigest()[:16]


def _that_fit(found: list[Change]) -> tuple[list[Change], list[dict[str, Any]]]:
    """The changes from the first one on until their texts are long enough, and the notes among them."""
    notes: list[dict[str, Any]] = []
    characters = 0
    start = 0
    live = [position for position, each in enumerate(found) if each.kind == "note" and not each.is_gone]
    while start < len(live) and characters < limits.CHANGES_CHARACTERS:
        chunk = [found[position] for position in live[start : start + _NOTES_AT_ONCE]]
        read = records.notes([int(each.row) for each in chunk])
        notes += [read[int(each.row)].note for each in chunk if int(each.row) in read]
        characters += sum(each.characters for each in read.values())
        start += len(chunk)
    return (found if start >= len(live) else found[: live[start]]), notes
