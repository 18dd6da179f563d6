"""The journal."""

from typing import Any

from pydantic import Field, model_validator

from notesvc import shapes
from notesvc.domain import access as lookups
from notesvc.domain import journal, resources
from notesvc.domain.caller import Caller
from notesvc.web import forms, paging, preconditions
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("journal", "/api/workspace/journal")


class EntriesQuery(forms.Page):
    """GET journal: of a month (`2026-11`), or of the same day in other years."""

    month: str | None = Field(None, description="Only entries of this month, as `2026-11`.")
    on_this_day: str | None = Field(None, description="Only entries of this day (`2026-11-21`) in other years.")

    @model_validator(mode="after")
    def _one_of_them(self) -> "EntriesQuery":
        if self.month is not None and self.on_this_day is not None:
            raise ValueError("name either month or onThisDay")
        return self


class EntryText(forms.Form):
    """PUT journal/{date}; without content and richContent, the text stays what it is."""

    content: str = Field("", description="The text as markdown; absent, it stays what it is.")
    rich_content: forms.RichContent | None = Field(
        None, description="The rich document; alone it is turned into the markdown."
    )
    journal_meta: forms.Properties | None = Field(None, description="Further facts about the day, by name.")


class Entry(shapes.Shape):
    """A day and its note."""

    date: shapes.Day = Field(description="The day, as `2026-11-21`.")
    note: resources.NoteMetadata = Field(description="Its note.")


class EntryList(shapes.Shape):
    """A page of entries, by day."""

    entries: list[Entry] = Field(description="The entries on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("", access=SESSION, query=EntriesQuery, answers={200: EntryList})
def entries(caller: Caller, query: EntriesQuery) -> Any:
    """The entries of a month, of the same day in other years, or of all time."""
    if query.on_this_day is not None:
        rows = journal.on_this_day(caller, query.on_this_day)
    else:
        rows = journal.entries(caller, query.month)
    page, cursor = paging.page(query, "entries", rows, lambda row: str(row.id))
    return EntryList.of(entries=[Entry.of(date=row.journal_date, note=row) for row in page], next_cursor=cursor)


@area.get("/<date>", access=SESSION, headers=("If-None-Match",), answers={200: resources.NoteFull, 304: None})
def read(caller: Caller, date: str) -> Any:
    """The entry of a day; an absent one is 404 and stays absent."""
    note = journal.entry(caller, date)
    unchanged = preconditions.not_modified(note.etag)
    return unchanged or Answer(resources.note_as_read(note, lookups.body_of(note)), headers={"ETag": note.etag})


@area.put(
    "/<date>",
    access=SESSION,
    form=EntryText,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={200: resources.NoteFull, 201: resources.NoteFull},
    refusals=(412,),
)
def write(caller: Caller, date: str, form: EntryText) -> Any:
    """Make or save the entry of a day."""
    note, is_new = journal.write(caller, date, form.given(), preconditions.from_request())
    body = lookups.body_of(note)
    return Answer(resources.note_as_stored(note, body), 201 if is_new else 200, {"ETag": note.etag})
