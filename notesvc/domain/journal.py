"""The journal: one entry a day, a note like any other."""

import calendar
from collections.abc import Mapping
from datetime import date as Date
from typing import Any

import peewee

from notesvc import database, errors
from notesvc.domain import indexing, notes, preconditions
from notesvc.domain.caller import Caller
from notesvc.domain.preconditions import Precondition
from notesvc.domain.text_work import ahead
from notesvc.models import Note

_AROUND_LEAP_DAY = ((2, 28), (2, 29))


def entries(caller: Caller, month: str | None) -> list[Note]:
    """The live entries of a month (`2026-11`) or of all time, by day. Raises InvalidInput."""
    query = Note.select().where(
        (Note.owner == caller.user_id) & Note.journal_date.is_null(False) & Note.deleted_at.is_null()
    )
    if month is not None:
        _refuse_no_date(f"{month}-01", "month")
        query = query.where((Note.journal_date >= f"{month}-01") & (Note.journal_date <= f"{month}-31"))
    return list(query.order_by(Note.journal_date))


def on_this_day(caller: Caller, date: str) -> list[Note]:
    """The live entries of the same day in other years, the latest first. Raises InvalidInput.

    What was written on 29 February is of 28 February in years that have no other, and the other way round.
    """
    _refuse_no_date(date, "onThisDay")
    asked = Date.fromisoformat(date)
    days = {date[5:], "02-28", "02-29"} if (asked.month, asked.day) in _AROUND_LEAP_DAY else {date[5:]}
    mine = (Note.owner == caller.user_id) & Note.journal_date.is_null(False) & Note.deleted_at.is_null()
    query = Note.select().where(mine & peewee.fn.substr(Note.journal_date, 6).in_(days) & (Note.journal_date != date))
    return [row for row in query.order_by(Note.journal_date.desc()) if _is_same_day(str(row.journal_date), asked)]


def entry(caller: Caller, date: str) -> Note:
    """The entry of a day; looking makes none. Raises NotFound, InvalidInput."""
    _refuse_no_date(date, "date")
    found = _live(caller, date)
    if found is None:
        raise errors.NotFound
    return found


@ahead
def write(
    caller: Caller, date: str, fields: Mapping[str, Any], precondition: Precondition = preconditions.NONE
) -> tuple[Note, bool]:
    """Make or save the entry of a day; answers it and whether it is new.

    `fields`: content or rich_content, journal_meta. Raises InvalidInput, PreconditionFailed.
    """
    _refuse_no_date(date, "date")
    indexing.read(fields.get("content") or "")
    with database.transaction(caller.user_id):
        found = _live(caller, date)
        wanted = dict(fields)
        if "journal_meta" in wanted:
            wanted["journal_meta"] = {**(wanted["journal_meta"] or {}), "date": date}
        if found is not None:
            return notes.change(caller, str(found.id), wanted, precondition=precondition), False
        wanted.setdefault("journal_meta", {"date": date})
        made, _ = notes.create(caller, {**wanted, "name": date, "journal_date": date})
        return made, True


def make_entry(caller: Caller, date: str, fields: Mapping[str, Any]) -> Note:
    """A new note that is the day's entry; a note like any other where that day has one.

    Raises InvalidInput (`journalDate`), and what `notes.create` does.
    """
    _refuse_no_date(date, "journalDate")
    with database.transaction(caller.user_id):
        own: dict[str, Any] = {"name": date, "journal_date": date, "journal_meta": {"date": date}, "parent_id": None}
        made, _ = notes.create(caller, {**fields, **({} if _live(caller, date) else own)})
        return made


def _is_same_day(date: str, asked: Date) -> bool:
    """Whether the day of another year is the asked one, or stands in for it."""
    day = Date.fromisoformat(date)
    if day.year == asked.year:
        return False
    if (day.month, day.day) == (asked.month, asked.day):
        return True
    without = asked if (day.month, day.day) == (2, 29) else day
    return not calendar.isleap(without.year)


def _live(caller: Caller, date: str) -> Note | None:
    mine = (Note.owner == caller.user_id) & (Note.journal_date == date) & Note.deleted_at.is_null()
    return Note.get_or_none(mine)


def _refuse_no_date(text: str, field: str) -> None:
    try:
        if Date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError as error:
        raise errors.InvalidInput(field, "must be a day as 2026-11-21 (a month as 2026-11)") from error
